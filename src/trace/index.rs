//! Any step of a file of any size: where its lines begin, and from time to time where each body was last told of.
//!
//! Reading every number of 2 GB takes many seconds, so the scan reads none: of a step line it notes where the row of
//! each body stands. A key frame is these places, eight bytes a body; to go to a step, the rows of the key frame before
//! it are read, then the lines from there on. Entries and key frames are thinned out as a file grows, so that memory
//! stays below a bound that does not depend on the file.

use super::model::{Id, PoseRow, TraceBody, TraceLine};
use super::read::{Glance, TraceFault, TraceReader, Window};
use super::replay::TraceReplay;
use super::shallow::{PoseRows, StepLine, step_line};
use std::collections::HashMap;
use std::io::{BufRead, Seek};

/// What bounds the memory of an index.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// Bytes of the file between two key frames, as long as there is room for them.
    pub frame_bytes: u64,
    /// Places of all key frames together, 8 bytes each.
    pub sources: usize,
    /// Steps whose place is kept, 24 bytes each.
    pub entries: usize,
    /// Declarations of bodies that are declared more than once, whose places are kept, 16 bytes each.
    pub again: usize,
}

impl Default for Limits {
    /// 64 MiB of key frames, 24 MiB of steps, 16 MiB of declarations.
    fn default() -> Self {
        Self { frame_bytes: 1 << 20, sources: 8 << 20, entries: 1 << 20, again: 1 << 20 }
    }
}

/// Ids longer than this are not looked for in rows (bytes).
const MAX_ID_BYTES: usize = 4096;

/// How much of a file was scanned: bytes so far; false stops the scan, and what was scanned is what there is.
pub type Progress<'a> = &'a mut dyn FnMut(u64) -> bool;

/// Where a step line begins.
#[derive(Clone, Copy, Debug)]
struct StepOffset {
    offset: u64,
    line: u64,
    number: u64,
}

/// Where the state of a body was last told: in the row at a place of the file, or in a whole line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct StateOffset(u64);

impl StateOffset {
    /// The body is not seen.
    const NONE: Self = Self(u64::MAX);

    const WHOLE_LINE: u64 = 1 << 63;

    const fn row(offset: u64) -> Self {
        Self(offset)
    }

    const fn line(offset: u64) -> Self {
        Self(offset | Self::WHOLE_LINE)
    }
}

/// Where all bodies were last told of before a step.
struct ToldBefore {
    /// Steps before it.
    ordinal: u64,
    sources: Box<[StateOffset]>,
}

/// An indexed trace, standing at one of its steps.
pub struct Index<R> {
    replay: TraceReplay<R>,
    /// Every `stride`-th step, from the first.
    entries: Vec<StepOffset>,
    stride: u64,
    frames: Vec<ToldBefore>,
    /// Where bodies that are declared more than once are declared, in the order of the file.
    again: Vec<(u64, u32)>,
    count: u64,
    /// Where the scan stopped, and why, where a line is wrong.
    fault: Option<TraceFault>,
    window: Window,
    /// Whether going somewhere failed half way: then it stands nowhere.
    is_lost: bool,
    /// Whether the step where it stands was read without its contacts.
    is_bare: bool,
}

impl<R: BufRead + Seek> Index<R> {
    /// Scans a trace from its first line to its last, or to the first that is wrong; then stands before its first step.
    pub fn scan(reader: TraceReader<R>, progress: Progress<'_>) -> Result<Self, TraceFault> {
        Self::scan_within(Limits::default(), reader, progress)
    }

    pub(super) fn scan_within(
        limits: Limits,
        reader: TraceReader<R>,
        progress: Progress<'_>,
    ) -> Result<Self, TraceFault> {
        let mut scan = Scan::new(limits);
        let (mut reader, header) = scan.read(reader, progress)?;
        let Some(header) = header else {
            return Err(TraceFault {
                line: 1,
                column: 0,
                what: "the file is empty: a trace begins with its header".into(),
            });
        };
        // From the first line on, as if nothing had been read: the first step that is asked for may be any.
        reader.jump(0, 1)?;
        let replay = TraceReplay::midway(reader, header, std::mem::take(&mut scan.bodies));
        let Scan { entries, frames, again, count, fault, .. } = scan;
        let (entries, stride) = (entries.list, entries.stride);
        let window = Window::default();
        Ok(Self { replay, entries, stride, frames, again, count, fault, window, is_lost: false, is_bare: false })
    }

    /// Number of steps.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// What was wrong with the first line that could not be read; the steps before it are here.
    pub fn fault(&self) -> Option<&TraceFault> {
        self.fault.as_ref()
    }

    /// The state after the step that was gone to last.
    pub fn replay(&self) -> &TraceReplay<R> {
        &self.replay
    }

    /// The place, from 0, of the last step whose number is at most `number`; of several runs of numbers, the first.
    pub fn ordinal_of(&mut self, number: u64) -> Result<u64, TraceFault> {
        let after = self.entries.partition_point(|entry| entry.number <= number);
        let mut ordinal = (after as u64).saturating_sub(1) * self.stride;
        // Between two entries the lines tell.
        while self.stride > 1 && ordinal + 1 < self.count && ordinal % self.stride != self.stride - 1 {
            self.go_bare(ordinal + 1)?;
            if self.replay.step.step > number {
                break;
            }
            ordinal += 1;
        }
        Ok(ordinal)
    }

    /// Goes to a step by its place, from 0; the last where there are fewer. False where there is none.
    pub fn go(&mut self, ordinal: u64) -> Result<bool, TraceFault> {
        self.go_with(ordinal, true)
    }

    /// The same where only poses count: the step has no contacts then.
    pub fn go_bare(&mut self, ordinal: u64) -> Result<bool, TraceFault> {
        self.go_with(ordinal, false)
    }

    fn go_with(&mut self, ordinal: u64, contacts: bool) -> Result<bool, TraceFault> {
        let Some(last) = self.count.checked_sub(1) else { return Ok(false) };
        // Half way, the poses are of no one step: from there only a key frame leads on.
        let gone = self.go_to(ordinal.min(last), contacts);
        self.is_lost = !matches!(gone, Ok(true));
        gone
    }

    fn go_to(&mut self, ordinal: u64, contacts: bool) -> Result<bool, TraceFault> {
        // A frame before the step before: where bodies stood then is known from reading it alone.
        let frame = self.frames.partition_point(|frame| frame.ordinal < ordinal).checked_sub(1);
        let begin = frame.map_or(0, |frame| self.frames[frame].ordinal);
        // Onwards from here, unless a key frame is nearer.
        let here = self.replay.count;
        if here == ordinal + 1 && !self.is_lost && !(self.is_bare && contacts) {
            return Ok(true);
        }
        if self.is_lost || here > ordinal || here < begin {
            self.load(frame)?;
        }
        self.is_bare = !contacts;
        while self.replay.count <= ordinal {
            // Of the steps on the way only the poses count: reading their contacts would take most of the time.
            let passes = self.replay.count < ordinal;
            self.replay.reader_mut().skip_contacts(passes || !contacts);
            if !self.replay.advance()? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Stands where a key frame is, before the step that follows; none: at the beginning of the file.
    fn load(&mut self, frame: Option<usize>) -> Result<(), TraceFault> {
        let Some(frame) = frame.map(|index| &self.frames[index]) else {
            self.replay.reset(0);
            return self.replay.reader_mut().jump(0, 1);
        };
        // A frame stands at a step whose place is kept; else the beginning of the file is always right.
        let Some(entry) = self.entries.get((frame.ordinal / self.stride) as usize).copied() else {
            self.replay.reset(0);
            return self.replay.reader_mut().jump(0, 1);
        };
        self.replay.reset(frame.ordinal);
        // Rows that stand near each other in the file are read together.
        let mut order: Vec<(StateOffset, usize)> = frame.sources.iter().copied().zip(0..).collect();
        order.retain(|(source, _)| *source != StateOffset::NONE);
        order.sort_unstable_by_key(|(source, _)| source.0);
        // Lines that are read whole are read once, however many bodies stand where they say: the sort brought those
        // together.
        let mut whole = (StateOffset::NONE, HashMap::new());
        for (source, index) in order {
            // A row of a step that was only glanced at: its bytes are read alone, without the rest of the line.
            if source.0 & StateOffset::WHOLE_LINE == 0 {
                let row = self.replay.reader_mut().row_at(source.0, &mut self.window)?;
                self.replay.place(index, row.pose, row.velocity);
                continue;
            }
            if whole.0 != source {
                whole = (source, Self::told(self.replay.reader_mut(), source.0 & !StateOffset::WHOLE_LINE)?);
            }
            if let Some((pose, velocity)) = whole.1.get(&index) {
                self.replay.place(index, *pose, *velocity);
            }
        }
        self.redeclare(entry.offset)?;
        self.replay.reader_mut().jump(entry.offset, entry.line)
    }

    /// The states that the line at `offset` tells.
    fn told(reader: &mut TraceReader<R>, offset: u64) -> Result<HashMap<usize, TracedState>, TraceFault> {
        reader.jump(offset, 0)?;
        reader.skip_contacts(true);
        let mut states = HashMap::new();
        match reader.next_line()? {
            Some(TraceLine::Step(step)) => {
                states.extend(step.rows.into_iter().map(|row| (row.body as usize, (row.pose, row.velocity))));
            }
            Some(TraceLine::Body(body)) => {
                if let Some((pose, index)) = body.pose.zip(reader.index_of(&body.id)) {
                    states.insert(index as usize, (pose, None));
                }
            }
            _ => {}
        }
        Ok(states)
    }

    /// Gives bodies that were declared more than once the form that they have at a place of the file.
    fn redeclare(&mut self, offset: u64) -> Result<(), TraceFault> {
        // Of several declarations before the place the last one counts: from the end, the first that is met.
        let mut last: HashMap<u32, u64> = HashMap::new();
        for (at, body) in self.again.iter().rev() {
            // The first declaration of each stands in the list as well; before it, any form will do.
            if *at < offset {
                last.entry(*body).or_insert(*at);
            }
        }
        // In the order of the file, so that reading goes forwards.
        let mut places: Vec<(u64, u32)> = last.into_iter().map(|(body, at)| (at, body)).collect();
        places.sort_unstable();
        for (at, index) in places {
            self.replay.reader_mut().jump(at, 0)?;
            if let Some(TraceLine::Body(body)) = self.replay.reader_mut().next_line()? {
                self.replay.reshape(index as usize, body);
            }
        }
        Ok(())
    }
}

/// A pose, and velocity and spin where they are given.
type TracedState = ([f64; 7], Option<[f64; 6]>);

/// Places of steps, thinned out as they grow many.
struct Entries {
    list: Vec<StepOffset>,
    stride: u64,
}

/// What a scan knows so far.
struct Scan {
    /// The bytes between two key frames grow with the file.
    limits: Limits,
    entries: Entries,
    frames: Vec<ToldBefore>,
    next_frame: u64,
    sources: Vec<StateOffset>,
    bodies: Vec<TraceBody>,
    /// Where each body was declared first.
    first: Vec<u64>,
    again: Vec<(u64, u32)>,
    has_again: Vec<bool>,
    count: u64,
    fault: Option<TraceFault>,
    /// The ids in the rows of the step before, in their order: mostly those of the next as well.
    habit: Vec<(Vec<u8>, u32)>,
}

impl Scan {
    fn new(limits: Limits) -> Self {
        Self {
            limits,
            entries: Entries { list: Vec::new(), stride: 1 },
            frames: Vec::new(),
            next_frame: limits.frame_bytes,
            sources: Vec::new(),
            bodies: Vec::new(),
            first: Vec::new(),
            again: Vec::new(),
            has_again: Vec::new(),
            count: 0,
            fault: None,
            habit: Vec::new(),
        }
    }

    fn read<R: BufRead>(
        &mut self,
        mut reader: TraceReader<R>,
        progress: Progress<'_>,
    ) -> Result<(TraceReader<R>, Option<super::Header>), TraceFault> {
        let (mut offset, mut told) = (0_u64, 0_u64);
        let mut header = None;
        'lines: loop {
            // Rows are looked up in what is known, which the reader holds: they come out as places first.
            let mut rows = Vec::new();
            let habit = &self.habit;
            let shallow = |line: &[u8]| glance(line, habit, &mut rows);
            let (seen, [before, bytes]) = match reader.glance(shallow) {
                Ok(Some(seen)) => seen,
                Ok(None) => break,
                // Without a header nothing is usable.
                Err(fault) if header.is_none() => return Err(fault),
                Err(fault) => {
                    self.fault = Some(fault);
                    break;
                }
            };
            let line = reader.line();
            offset += before;
            match seen {
                Glance::Seen(number) => {
                    self.step(StepOffset { offset, line, number });
                    if let Err(what) = self.rows(offset, rows, &reader) {
                        // A row that names an unknown body makes the whole step unusable; the steps before it stay.
                        self.unstep(offset);
                        self.fault = Some(TraceFault { line, column: 0, what });
                        break;
                    }
                }
                Glance::Read(lines) => {
                    for one in lines {
                        let entry = StepOffset { offset, line, number: 0 };
                        match one {
                            TraceLine::Header(found) => header = Some(found),
                            TraceLine::Body(body) => {
                                let index = reader.index_of(&body.id).map_or(self.bodies.len(), |index| index as usize);
                                if let Err(fault) = self.declare(index, body, entry) {
                                    self.fault = Some(fault);
                                    break 'lines;
                                }
                            }
                            other => self.line(&other, entry),
                        }
                    }
                }
            }
            offset += bytes;
            // Every 16 MiB: often enough for a bar that moves, seldom enough to cost nothing.
            if offset - told > 1 << 24 {
                told = offset;
                if !progress(offset) {
                    break;
                }
            }
        }
        Ok((reader, header))
    }

    /// A step begins; before it there may be a key frame.
    fn step(&mut self, entry: StepOffset) {
        // Of a long trace only every so many steps have a place of their own; the others are found by reading on from
        // there.
        let keeps = self.count.is_multiple_of(self.entries.stride);
        if keeps {
            self.entries.list.push(entry);
            if entry.offset >= self.next_frame {
                self.frames.push(ToldBefore { ordinal: self.count, sources: self.sources.clone().into() });
                self.next_frame = entry.offset + self.limits.frame_bytes;
            }
        }
        self.count += 1;
        // Twice as far apart, and half as many: room for as many steps again, and what is kept stands evenly in the
        // file.
        if self.entries.list.len() > self.limits.entries {
            self.entries.stride *= 2;
            thin(&mut self.entries.list);
            // Key frames stand at steps whose place is kept.
            let stride = self.entries.stride;
            self.frames.retain(|frame| frame.ordinal.is_multiple_of(stride));
        }
        // A key frame holds a place for every body, so that many bodies leave room for few frames.
        while self.frames.len() > 1 && self.frames.len() * self.sources.len() > self.limits.sources {
            self.limits.frame_bytes *= 2;
            thin(&mut self.frames);
        }
    }

    /// The step that has just begun, at this place of the file, is not usable after all.
    fn unstep(&mut self, offset: u64) {
        self.count -= 1;
        self.entries.list.pop_if(|entry| entry.offset == offset);
        let count = self.count;
        self.frames.pop_if(|frame| frame.ordinal == count);
    }

    /// The rows of a step, each by its place in the line and its body, or the text of an id.
    fn rows<R: BufRead>(
        &mut self,
        offset: u64,
        rows: Vec<(usize, RowName)>,
        reader: &TraceReader<R>,
    ) -> Result<(), String> {
        // Rows of most traces keep their order from step to step, so where a body stood last it is looked for first.
        for (position, (at, named)) in rows.into_iter().enumerate() {
            let index = match named {
                RowName::Known(index) => index,
                RowName::Text(text) => {
                    let id: Id = serde_json::from_slice(&text).map_err(|error| format!("the id of a body: {error}"))?;
                    let index = reader.index_of(&id).ok_or_else(|| {
                        format!("body {id} is not known: declare it in a line of its own before it is used")
                    })?;
                    self.learn(position, text, index);
                    index
                }
            };
            // The pose itself is not read: where it stands in the file is enough until somebody goes there.
            if let Some(source) = self.sources.get_mut(index as usize) {
                *source = StateOffset::row(offset + at as u64);
            }
        }
        Ok(())
    }

    fn learn(&mut self, position: usize, text: Vec<u8>, index: u32) {
        if position < self.habit.len() {
            self.habit[position] = (text, index);
        } else if position == self.habit.len() {
            self.habit.push((text, index));
        }
    }

    /// A line that was read whole.
    fn line(&mut self, line: &TraceLine, entry: StepOffset) {
        match line {
            TraceLine::Step(step) => {
                self.step(StepOffset { number: step.step, ..entry });
                for PoseRow { body, .. } in &step.rows {
                    if let Some(source) = self.sources.get_mut(*body as usize) {
                        *source = StateOffset::line(entry.offset);
                    }
                }
            }
            // It is gone: whoever goes to a later step must not find it where it last stood.
            TraceLine::Gone(index) => {
                if let Some(source) = self.sources.get_mut(*index as usize) {
                    *source = StateOffset::NONE;
                }
            }
            TraceLine::Header(_) | TraceLine::Body(_) | TraceLine::Note(_) => {}
        }
    }

    fn declare(&mut self, index: usize, body: TraceBody, entry: StepOffset) -> Result<(), TraceFault> {
        let source = if body.pose.is_some() { StateOffset::line(entry.offset) } else { StateOffset::NONE };
        if index >= self.bodies.len() {
            self.bodies.push(body);
            self.sources.push(source);
            self.first.push(entry.offset);
            self.has_again.push(false);
            return Ok(());
        }
        // Two may come now: this one, and the first of the same body.
        if self.again.len() + 2 > self.limits.again {
            let what = format!("more than {} bodies declared anew", self.limits.again);
            return Err(TraceFault { line: entry.line, column: 0, what });
        }
        if !std::mem::replace(&mut self.has_again[index], true) {
            self.again.push((self.first[index], index as u32));
        }
        self.again.push((entry.offset, index as u32));
        // Declared again without a pose, it stays where it was.
        if source != StateOffset::NONE {
            self.sources[index] = source;
        }
        self.bodies[index] = body;
        Ok(())
    }
}

/// A row's body, or the text of its id where it is not that of the row at the same place of the step before.
enum RowName {
    Known(u32),
    Text(Vec<u8>),
}

/// The number of a step line and where its rows stand; none for what must be read whole.
fn glance(line: &[u8], habit: &[(Vec<u8>, u32)], found: &mut Vec<(usize, RowName)>) -> Option<u64> {
    let StepLine { number, rows } = step_line(line)?;
    let mut rows = PoseRows::new(line, rows.unwrap_or(line.len()));
    while let Some(row) = rows.next() {
        // An id as long as a book is left to the reader too.
        let Some((at, id)) = row.ok().filter(|(_, id)| id.len() <= MAX_ID_BYTES) else {
            found.clear();
            return None;
        };
        // An id at the same place as in the step before needs no look-up, which is most of the work.
        let usual = habit.get(found.len()).filter(|(text, _)| text == id);
        found.push((at, usual.map_or_else(|| RowName::Text(id.to_vec()), |(_, index)| RowName::Known(*index))));
    }
    Some(number)
}

/// Keeps every other one, from the first.
fn thin<T>(list: &mut Vec<T>) {
    let mut keeps = false;
    list.retain(|_| {
        keeps = !keeps;
        keeps
    });
}
