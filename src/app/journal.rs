//! The journal: unsaved edits on disk, so that not even a process that is killed loses them.
//!
//! Each window has a file of its own in one folder, and holds a lock beside it as long as it runs. A file whose lock is
//! free was left behind by a window that never closed; the next one offers it back.
//!
//! Edits are handed over as they are made and wait here, not in the window: so they are written even where the window
//! itself cannot go on, as when Xlib finds that the display is gone.
//!
//! What was changed in a scene or laboratory that comes with the program is put aside when another one is opened: it is
//! offered when that scene is opened again, so nobody need be asked whether to save it.

use super::caught;
use super::document::DocumentSource;
use crate::headless::{read_text, remove_left, save_text, sweep_beside};
use crate::lab;
use crate::scene::{self, FileKind};
use crate::subject::{Description, Moment};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, SystemTime};
use web_time::Instant;

/// Edits are on disk after so long: a slider that is dragged writes once.
const PAUSE: Duration = Duration::from_secs(1);

/// A disk may hang: who waits for what it writes waits no longer than this.
const LONGEST_WAIT: Duration = Duration::from_secs(2);

/// In front of the name of the edited scene, on the first line.
const GALLERY: &str = "# unsaved edits of the gallery's ";
/// In front of the name of the laboratory whose set-up was edited, on the first line.
const LABORATORY: &str = "# unsaved edits of the laboratory ";
/// In front of the path of the edited file, on the first line.
const FILE: &str = "# unsaved edits of the file ";

/// Edits that a window left behind.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Left {
    /// What was edited.
    pub source: DocumentSource,
    /// With the edits.
    pub description: Description,
    /// When they were written.
    pub when: SystemTime,
    path: PathBuf,
}

/// In front of the file name of what was put aside.
const KEPT: &str = "kept-";

/// So many versions of a scene are put aside at most; the oldest goes.
const MOST_KEPT: usize = 5;

/// What the writing thread is told.
enum JournalEntry {
    /// Of several edits only the last is written.
    Write(Edits),
    Erase,
    /// What waits is written now; the answer says that it was.
    Flush(Sender<()>),
    /// A file of its own, for when the scene is opened again.
    Keep(Edits),
    /// The newest of what was put aside of this scene or laboratory is wanted.
    LookForKept(DocumentSource, Box<dyn FnOnce(Option<Left>) + Send>),
    /// What windows that never closed have left is wanted.
    LookForLeft(Box<dyn FnOnce(Vec<Left>) + Send>),
    /// These edits are not wanted any more.
    Forget(Left),
    /// Nothing comes after this.
    Close,
}

/// A document as it is edited.
struct Edits {
    source: DocumentSource,
    moment: Moment,
}

/// This window's journal.
pub(super) struct Journal {
    lock_path: PathBuf,
    /// Locked until the process ends, however it ends.
    _lock: File,
    entries: Sender<JournalEntry>,
    writer: Option<JoinHandle<()>>,
}

impl Journal {
    /// In the user's folder for such things; none where the system has no place for it.
    pub(super) fn open() -> Option<Self> {
        let dirs = directories::ProjectDirs::from("", "", "carom")?;
        let folder = dirs.state_dir().unwrap_or(dirs.data_local_dir()).join("unsaved");
        Self::in_folder(&folder).map_err(|error| log::warn!("no journal in {}: {error}", folder.display())).ok()
    }

    /// In this folder.
    fn in_folder(folder: &Path) -> std::io::Result<Self> {
        fs::create_dir_all(folder)?;
        clear(folder);
        // A process may have several windows in tests, and its number may have been another's.
        let free = (0..1000).find_map(|i| {
            let path = folder.join(format!("{}-{i}.toml", std::process::id()));
            let lock = File::options().write(true).create(true).truncate(true).open(lock_of(&path)).ok()?;
            // Another window may have cleared the lock away in between, for nobody held it.
            (lock.try_lock().is_ok() && lock_of(&path).exists() && !path.exists()).then_some((path, lock))
        });
        let (path, lock) = free.ok_or_else(|| std::io::Error::other("every name is taken"))?;
        let lock_path = lock_of(&path);
        let (send, receive) = channel();
        let writer = std::thread::Builder::new().name("journal".into()).spawn(move || keep(&path, &receive))?;
        Ok(Self { lock_path, _lock: lock, entries: send, writer: Some(writer) })
    }

    /// Writes what is not saved yet; soon, on a thread of its own.
    pub(super) fn write(&self, source: &DocumentSource, moment: Moment) {
        self.send(JournalEntry::Write(Edits { source: source.clone(), moment }));
    }

    /// Has what waits written at once, and waits for it. It may be called from any thread, also when the window is
    /// stuck.
    pub(super) fn flush(&self) -> impl Fn() + Send + Sync + 'static {
        let entries = self.entries.clone();
        move || {
            let (send, written) = channel();
            if entries.send(JournalEntry::Flush(send)).is_ok() {
                let _ = written.recv_timeout(LONGEST_WAIT);
            }
        }
    }

    /// All is saved, or need not be.
    pub(super) fn erase(&self) {
        self.send(JournalEntry::Erase);
    }

    /// Puts aside what was changed in something that comes with the program; soon, on a thread of its own.
    pub(super) fn keep(&self, source: &DocumentSource, moment: Moment) {
        self.send(JournalEntry::Keep(Edits { source: source.clone(), moment }));
    }

    /// Calls `then` with the newest of what was put aside of this scene or laboratory; soon, on a thread of its own.
    pub(super) fn look_for_kept(&self, source: &DocumentSource, then: impl FnOnce(Option<Left>) + Send + 'static) {
        self.send(JournalEntry::LookForKept(source.clone(), Box::new(then)));
    }

    /// Calls `then` with what windows that never closed have left, the newest first; soon, on a thread of its own.
    pub(super) fn look_for_left(&self, then: impl FnOnce(Vec<Left>) + Send + 'static) {
        self.send(JournalEntry::LookForLeft(Box::new(then)));
    }

    /// Throws edits away that were left behind or put aside; soon, on a thread of its own.
    pub(super) fn forget(&self, left: Left) {
        self.send(JournalEntry::Forget(left));
    }

    fn send(&self, entry: JournalEntry) {
        if self.entries.send(entry).is_err() {
            log::warn!("the journal's thread is gone");
        }
    }
}

impl Drop for Journal {
    fn drop(&mut self) {
        // What waits is written before the process ends.
        self.send(JournalEntry::Close);
        if let Some(writer) = self.writer.take() {
            let _ = writer.join();
        }
        let _ = fs::remove_file(&self.lock_path);
    }
}

/// The newest of what was put aside of this scene or laboratory.
fn kept(folder: &Path, source: &DocumentSource) -> Option<Left> {
    kept_files(folder, source).into_iter().filter_map(read).max_by_key(|left| left.when)
}

/// What windows that never closed have left, the newest first.
fn left(folder: &Path) -> Vec<Left> {
    let Ok(files) = fs::read_dir(folder) else { return vec![] };
    let paths = files.filter_map(Result::ok).map(|file| file.path());
    // What was put aside is offered with its own scene and not at the start.
    let own = |path: &PathBuf| path.extension().is_some_and(|e| e == "toml") && !is_kept(path);
    let mut left: Vec<_> = paths.filter(own).filter_map(read).collect();
    left.sort_by_key(|one| std::cmp::Reverse(one.when));
    left
}

/// Throws edits away that were left behind.
fn forget(left: &Left) {
    for path in [&left.path, &lock_of(&left.path)] {
        let _ = fs::remove_file(path);
    }
}

/// Removes the locks of windows that were killed and left no edits, and what they had half written.
fn clear(folder: &Path) {
    sweep_beside(&folder.join("any"));
    let Ok(files) = fs::read_dir(folder) else { return };
    for path in files.filter_map(Result::ok).map(|file| file.path()) {
        // Beside edits a lock stays, since it tells whether their window still runs.
        if path.extension().is_some_and(|e| e == "lock") && path.is_file() && !path.with_extension("toml").exists() {
            remove_left(&path);
        }
    }
}

fn is_kept(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(KEPT))
}

/// What is put aside of this scene or laboratory begins so.
fn kept_stem(source: &DocumentSource) -> Option<String> {
    match source {
        DocumentSource::Gallery(id) => Some(format!("{KEPT}{id}.")),
        DocumentSource::Lab(id) => Some(format!("{KEPT}lab-{id}.")),
        DocumentSource::File(_) | DocumentSource::Text(_) | DocumentSource::Live(_) | DocumentSource::Trace(_) => None,
    }
}

/// The files of what was put aside of it, in no order.
fn kept_files(folder: &Path, source: &DocumentSource) -> Vec<PathBuf> {
    let (Some(stem), Ok(files)) = (kept_stem(source), fs::read_dir(folder)) else { return vec![] };
    let paths = files.filter_map(Result::ok).map(|file| file.path());
    paths.filter(|path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(&stem))).collect()
}

/// A free file name for what is put aside; where there are too many, the oldest makes room.
fn kept_path(folder: &Path, source: &DocumentSource) -> Option<PathBuf> {
    let stem = kept_stem(source)?;
    let mut paths = kept_files(folder, source);
    // By age, because the oldest make room.
    paths.sort_by_key(|path| fs::metadata(path).and_then(|data| data.modified()).ok());
    for old in paths.iter().take((paths.len() + 1).saturating_sub(MOST_KEPT)) {
        let _ = fs::remove_file(old);
    }
    (0..=MOST_KEPT).map(|i| folder.join(format!("{stem}{i}.toml"))).find(|path| !path.exists())
}

fn lock_of(path: &Path) -> PathBuf {
    path.with_extension("lock")
}

/// The journal's thread: until the window closes.
fn keep(path: &Path, entries: &Receiver<JournalEntry>) {
    let folder = path.parent().unwrap_or(path);
    // The last edits, and when they are to be on disk.
    let mut waiting: Option<(Edits, Instant)> = None;
    let write_now = |waiting: &mut Option<(Edits, Instant)>| {
        if let Some((edits, _)) = waiting.take() {
            write(path, edits);
        }
    };
    loop {
        let entry = match &waiting {
            Some((_, due)) => entries.recv_timeout(due.saturating_duration_since(Instant::now())),
            None => entries.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        match entry {
            Ok(JournalEntry::Write(edits)) => {
                let due = waiting.map_or_else(|| Instant::now() + PAUSE, |(_, due)| due);
                waiting = Some((edits, due));
            }
            Ok(JournalEntry::Erase) => {
                waiting = None;
                let _ = fs::remove_file(path);
            }
            Ok(JournalEntry::Flush(written)) => {
                write_now(&mut waiting);
                let _ = written.send(());
            }
            Ok(JournalEntry::Keep(edits)) => {
                if let Some(path) = kept_path(folder, &edits.source) {
                    write(&path, edits);
                }
            }
            Ok(JournalEntry::LookForKept(source, then)) => then(kept(folder, &source)),
            Ok(JournalEntry::LookForLeft(then)) => then(left(folder)),
            Ok(JournalEntry::Forget(left)) => {
                // It may have become what waits.
                write_now(&mut waiting);
                forget(&left);
            }
            Err(RecvTimeoutError::Timeout) => write_now(&mut waiting),
            Ok(JournalEntry::Close) | Err(RecvTimeoutError::Disconnected) => return write_now(&mut waiting),
        }
    }
}

/// Writes edits, and on the first line what they are of.
fn write(path: &Path, Edits { source, moment }: Edits) {
    // A world that cannot be described must not take the journal with it.
    let edited = match caught(|| moment.described()) {
        Ok(Some(edited)) => edited,
        // A trace has none.
        Ok(None) => return,
        Err(failure) => return log::error!("the edits were not kept: {failure}"),
    };
    // The first line is a comment in TOML: the file without it is the description, and with it can be read all the
    // same.
    let about = match (source, &edited) {
        (DocumentSource::File(path), _) => format!("{FILE}{}", std::path::absolute(&path).unwrap_or(path).display()),
        (DocumentSource::Gallery(id), Description::Scene(_)) => format!("{GALLERY}{id}"),
        // A text has no place of its own: saving what was recovered asks for one, as for the gallery.
        (_, Description::Scene(_)) => format!("{GALLERY}{}", DocumentSource::opening().name()),
        (_, Description::Lab(setup)) => format!("{LABORATORY}{}", setup.entry().id),
    };
    let Some(text) = edited.to_text(FileKind::Toml) else { return };
    if let Err(error) = save_text(path, &format!("{about}\n{text}"), false) {
        log::warn!("journal: {error}");
    } else {
        log::info!("unsaved edits kept in {}", path.display());
    }
}

/// A file of the journal, unless its window still runs or it makes no sense.
fn read(path: PathBuf) -> Option<Left> {
    // A window holds its lock while it runs: what can be locked was left behind.
    if let Ok(lock) = File::open(lock_of(&path))
        && lock.try_lock().is_err()
    {
        return None;
    }
    let when = fs::metadata(&path).and_then(|data| data.modified()).ok()?;
    let text = read_text(&path, scene::MAX_FILE_BYTES).ok()?;
    let (about, _) = text.split_once('\n')?;
    let source = if let Some(file) = about.strip_prefix(FILE) {
        DocumentSource::File(file.into())
    } else if let Some(id) = about.strip_prefix(LABORATORY) {
        DocumentSource::Lab(lab::find(id)?.id)
    } else {
        DocumentSource::Gallery(scene::find(about.strip_prefix(GALLERY)?)?.id)
    };
    // The first line is a comment, so all of it can be read as it is.
    let description = Description::parse(&text, FileKind::Toml).ok()?;
    Some(Left { source, description, when, path })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::{Lab, LabCommand, ParameterValue};
    use crate::scene::Scene;
    use crate::{sim, subject::Subject};
    use std::sync::Arc;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("carom-journal-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        folder
    }

    fn scene(name: &str) -> Moment {
        Arc::new(sim::Timeline::new(Scene { name: name.into(), ..Scene::default() }).unwrap().into())
    }

    fn described(name: &str) -> Description {
        scene(name).described().unwrap()
    }

    /// What comes from the journal's thread.
    fn told<T: Send + 'static>(ask: impl FnOnce(Sender<T>)) -> T {
        let (send, receive) = channel();
        ask(send);
        receive.recv_timeout(std::time::Duration::from_secs(20)).unwrap()
    }

    fn left_of(journal: &Journal) -> Vec<Left> {
        told(|send| journal.look_for_left(move |left| send.send(left).unwrap()))
    }

    fn kept_of(journal: &Journal, source: &DocumentSource) -> Option<Left> {
        told(|send| journal.look_for_kept(source, move |kept| send.send(kept).unwrap()))
    }

    /// What a killed process leaves: its files, and nobody who holds the lock.
    fn die(mut journal: Journal) {
        journal.lock_path = journal.lock_path.with_file_name("not this one");
    }

    #[test]
    fn edits_of_a_window_that_never_closed_are_offered_until_they_are_forgotten() {
        let folder = folder("killed");
        let first = Journal::in_folder(&folder).unwrap();
        let file = DocumentSource::File(folder.join("mine: with #signs.toml"));
        first.write(&file, scene("one"));
        first.write(&file, scene("two"));
        die(first);
        let next = Journal::in_folder(&folder).unwrap();
        let left = left_of(&next);
        assert_eq!(left.len(), 1);
        assert_eq!((&left[0].source, &left[0].description), (&file, &described("two")));
        next.forget(left[0].clone());
        assert_eq!(left_of(&next), []);
        drop(next);
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 0, "nothing stays behind");
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn edits_that_wait_are_written_at_once_when_any_thread_says_so_and_before_what_they_replace_is_forgotten() {
        let folder = folder("waiting");
        let first = Journal::in_folder(&folder).unwrap();
        let written = || {
            let files = fs::read_dir(&folder).unwrap().map(|file| file.unwrap().path());
            files.filter_map(|path| read_text(&path, 1 << 20).ok()).filter(|text| text.contains("edit ")).count()
        };
        let flush = first.flush();
        for count in 0..20 {
            first.write(&DocumentSource::Gallery("first_bounce"), scene(&format!("edit {count}")));
        }
        std::thread::spawn(flush).join().unwrap();
        assert_eq!(written(), 1);
        die(first);

        let next = Journal::in_folder(&folder).unwrap();
        let left = left_of(&next);
        assert_eq!(left[0].description, described("edit 19"));
        next.write(&left[0].source, scene("edit 20"));
        next.forget(left[0].clone());
        assert_eq!((left_of(&next), written()), (vec![], 1), "the one that runs has it");
        next.write(&left[0].source, scene("edit 21"));
        next.erase();
        drop(next);
        assert_eq!(written(), 0, "what was erased is not written after all");
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn an_edited_set_up_is_offered_with_its_laboratory() {
        let folder = folder("laboratory");
        let mut lab = Lab::new(lab::find("car").unwrap());
        lab.apply(LabCommand::Set { name: "Friction".into(), value: ParameterValue::Number(0.75) }).unwrap();
        let first = Journal::in_folder(&folder).unwrap();
        first.write(&DocumentSource::Lab("car"), Arc::new(Subject::from(lab.clone())));
        die(first);
        let left = left_of(&Journal::in_folder(&folder).unwrap());
        assert_eq!((left.len(), &left[0].source), (1, &DocumentSource::Lab("car")));
        let Description::Lab(setup) = &left[0].description else { panic!("{:?}", left[0]) };
        assert_eq!(Lab::of_setup(setup).unwrap().start_hash(), lab.start_hash());
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn edits_of_a_window_that_still_runs_and_erased_ones_are_not_offered() {
        let folder = folder("running");
        let one = Journal::in_folder(&folder).unwrap();
        let two = Journal::in_folder(&folder).unwrap();
        one.write(&DocumentSource::Gallery("first_bounce"), scene("running"));
        one.flush()();
        two.write(&DocumentSource::Gallery("first_bounce"), scene("saved"));
        two.erase();
        die(two);
        let three = Journal::in_folder(&folder).unwrap();
        assert_eq!(left_of(&three), []);
        die(one);
        let left = left_of(&three);
        assert_eq!(left.len(), 1);
        assert_eq!(left[0].source, DocumentSource::Gallery("first_bounce"));
        drop(three);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn what_was_put_aside_is_offered_with_its_scene_alone_the_newest_first_and_no_more_than_five() {
        let folder = folder("aside");
        let (bounce, car) = (DocumentSource::Gallery("first_bounce"), DocumentSource::Lab("car"));
        let journal = Journal::in_folder(&folder).unwrap();
        let files = || fs::read_dir(&folder).unwrap().count() - 1;
        for count in 1..=7 {
            // Each before the next: the thread writes them in this order.
            journal.keep(&bounce, scene(&format!("version {count}")));
            journal.write(&bounce, scene("not this one"));
            journal.erase();
            let left = kept_of(&journal, &bounce).unwrap();
            assert_eq!(left.description, described(&format!("version {count}")));
        }
        drop(journal);
        let journal = Journal::in_folder(&folder).unwrap();
        assert_eq!(files(), MOST_KEPT);
        assert_eq!(left_of(&journal), [], "nobody is told before the scene is opened");
        assert_eq!((kept_of(&journal, &car), kept_of(&journal, &DocumentSource::Gallery("first"))), (None, None));
        for count in [7, 6, 5, 4, 3] {
            let left = kept_of(&journal, &bounce).unwrap();
            assert_eq!((&left.source, &left.description), (&bounce, &described(&format!("version {count}"))));
            journal.forget(left);
        }
        assert_eq!((kept_of(&journal, &bounce), files()), (None, 0));
        drop(journal);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn locks_of_killed_windows_are_cleared_at_the_next_start_and_those_of_running_ones_stay() {
        let folder = folder("locks");
        let running = Journal::in_folder(&folder).unwrap();
        let killed = Journal::in_folder(&folder).unwrap();
        die(killed);
        // Killed while it wrote.
        fs::write(folder.join(".1-0.toml.0.carom-new"), "half").unwrap();
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 3);
        let next = Journal::in_folder(&folder).unwrap();
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 2, "the locks of the two that run");
        drop((running, next));
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn files_that_make_no_sense_are_passed_over() {
        let folder = folder("damaged");
        let journal = Journal::in_folder(&folder).unwrap();
        let named = Scene { name: "whole".into(), ..Scene::default() };
        let whole = format!("{GALLERY}first_bounce\n{}", scene::to_toml(&named));
        for (name, text) in [
            ("empty", ""),
            ("no scene", "# unsaved edits of the file /a.toml\nversion = 7"),
            ("no source", "version = 1\n"),
            ("gone from the gallery", "# unsaved edits of the gallery's no_such_scene\nversion = 1\n"),
            ("half", whole.split_once("whole").unwrap().0),
        ] {
            fs::write(folder.join(format!("{name}.toml")), text).unwrap();
        }
        fs::create_dir(folder.join("folder.toml")).unwrap();
        assert_eq!(left_of(&journal), []);
        fs::write(folder.join("whole.toml"), whole).unwrap();
        assert_eq!(left_of(&journal).len(), 1);
        drop(journal);
        fs::remove_dir_all(folder).unwrap();
    }
}
