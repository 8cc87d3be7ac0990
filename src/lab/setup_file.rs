//! Set-ups of laboratories as files: which laboratory, its rate, and what differs from it as it opens.
//!
//! A file is a list of stages: the first stands at the top, each further one under `[[then]]`. Within a stage the kind
//! of a change, not its line, decides when it is made, and what cannot be made yet waits for the others. The writer
//! tries the plainest list first, and takes it only when reading it gives the same state; so a set-up that depends on
//! the order of its changes becomes several stages.

#![warn(clippy::cast_possible_truncation, clippy::cast_possible_wrap, clippy::cast_sign_loss)]

use super::command::commands_between;
use super::setting::{SettingFault, SettingSubject, command, hint, missed, named};
use super::{
    Experiment, GivenSetting, Lab, LabCommand, Laboratory, ParameterKind, ParameterValue, Refused, Setup, find,
    laboratories,
};
use crate::scene::tree::{self, Field, Node, quote};
use crate::scene::{Document, FileKind, SceneFault, located, quoted};
use glam::Vec3;
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// Shorter set-ups are searched for changes that change nothing.
const SEARCHED: usize = 12;

/// The fields that only scenes have.
const OF_SCENES: [&str; 8] = ["name", "about", "gravity", "step", "rules", "bodies", "grids", "camera"];

/// The kinds of change in the order in which a stage makes them: what a later one needs, an earlier one offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum ItemKind {
    Outline,
    Click,
    Press,
    Options,
    Switches,
    Numbers,
    Places,
}

impl ItemKind {
    const ALL: [Self; 7] =
        [Self::Outline, Self::Click, Self::Press, Self::Options, Self::Switches, Self::Numbers, Self::Places];

    /// The field of the file.
    const fn key(self) -> &'static str {
        match self {
            Self::Outline => "outline",
            Self::Click => "click",
            Self::Press => "press",
            Self::Options | Self::Switches | Self::Numbers => "set",
            Self::Places => "places",
        }
    }

    /// Where a parameter is written.
    const fn of(parameter: &ParameterKind) -> Self {
        match parameter {
            ParameterKind::Number { .. } => Self::Numbers,
            ParameterKind::Choice { .. } => Self::Options,
            ParameterKind::Flag(_) | ParameterKind::Hold(_) => Self::Switches,
            ParameterKind::Action | ParameterKind::Preset => Self::Press,
        }
    }
}

/// One change, as the file says it.
#[derive(Clone, Debug, PartialEq)]
enum SetupChange {
    Outline(Vec<Vec3>),
    Click(Vec3),
    Setting(ItemKind, GivenSetting),
    /// As near to a point (m, world) as the handle may go.
    Towards(String, Vec3),
}

impl SetupChange {
    const fn kind(&self) -> ItemKind {
        match self {
            Self::Outline(_) => ItemKind::Outline,
            Self::Click(_) => ItemKind::Click,
            Self::Setting(kind, _) => *kind,
            Self::Towards(..) => ItemKind::Places,
        }
    }

    /// What it changes; empty where a stage may have several alike.
    fn name(&self) -> &str {
        match self {
            Self::Setting(ItemKind::Press, _) | Self::Click(_) => "",
            Self::Outline(_) => "outline",
            Self::Setting(_, setting) => &setting.name,
            Self::Towards(name, _) => name,
        }
    }
}

impl Setup {
    /// Whether a file is the set-up of a laboratory: whether it names one. Text with a fault of syntax does not.
    pub fn is_in(text: &str, kind: FileKind) -> bool {
        let has_name = |document: &Document<'_>| {
            Ok(matches!(&document.root.value, tree::Value::Table(fields) if fields.iter().any(|f| f.key == "lab")))
        };
        // Most files are scenes, and need not be read twice.
        text.contains("lab") && located(text, kind, has_name).unwrap_or(false)
    }

    /// Reads a set-up. Every fault is reported, in the order of the file; a fault of syntax hides those behind it.
    pub fn parse(text: &str, kind: FileKind) -> Result<Self, Vec<SceneFault>> {
        read(text, kind).map(|lab| lab.setup().clone())
    }

    /// Writes it in TOML so that [`parse`](Self::parse) reads what gives the same state, bit for bit.
    pub fn to_toml(&self) -> String {
        let Ok(lab) = Lab::of_setup(self) else { return self.header() };
        // What the file must come to: nothing but the state counts, whatever led there.
        let wanted = lab.state_hash();
        let gives_it = |text: &str| read(text, FileKind::Toml).is_ok_and(|lab| lab.state_hash() == wanted);
        // From the plainest list to all that was done: the first that gives the state is taken.
        let lists = self.candidates(lab.experiment());
        // Coordinates as the panel shows them, and where these are not exact enough the point itself.
        let tries =
            lists.iter().flat_map(|commands| [NamedPlaces::Typed, NamedPlaces::Exact].map(|places| (commands, places)));
        let mut last = String::new();
        for (commands, places) in tries {
            let mut changes = changes(self.entry(), commands, places);
            last = self.text(&changes);
            if !gives_it(&last) {
                continue;
            }
            // Changes that make no difference are left out, the later ones first, as long as trying that takes no time.
            let mut i = if changes.len() <= SEARCHED { changes.len() } else { 0 };
            while i > 0 {
                i -= 1;
                let mut fewer = changes.clone();
                fewer.remove(i);
                let text = self.text(&fewer);
                if gives_it(&text) {
                    (changes, last) = (fewer, text);
                }
            }
            return last;
        }
        last
    }

    /// Lists of commands that may give the state wanted, the plainest first; the last is what was done.
    fn candidates(&self, wanted: &dyn Experiment) -> Vec<Vec<LabCommand>> {
        let by_kind = |commands: &[LabCommand]| {
            let mut sorted = commands.to_vec();
            sorted.sort_by_key(rough_kind);
            sorted
        };
        // From the laboratory as it opens straight to what is wanted, whatever was done in between.
        let direct = commands_between(&*(self.entry().start)(), wanted);
        let done = self.commands();
        // Of what was set several times only the last counts, unless something in between needed the others.
        let is_last = |i: usize| target(&done[i]).is_none_or(|t| done[i + 1..].iter().all(|c| target(c) != Some(t)));
        let last: Vec<_> = (0..done.len()).filter(|i| is_last(*i)).map(|i| done[i].clone()).collect();
        // Of several in a row only the last counts; those that another change parts are all kept.
        let ends_run =
            |i: usize| target(&done[i]).is_none_or(|t| done.get(i + 1).is_none_or(|next| target(next) != Some(t)));
        let runs = (0..done.len()).filter(|i| ends_run(*i)).map(|i| done[i].clone()).collect();
        vec![by_kind(&direct), direct, by_kind(&last), last, runs, done.to_vec()]
    }

    fn header(&self) -> String {
        let mut out = format!("version = 1\nlab = \"{}\"\n", self.entry().id);
        if self.hz() != self.entry().hz {
            let _ = writeln!(out, "hz = {:?}", self.hz());
        }
        out
    }

    /// The file with these changes, a new stage wherever one stage could not keep their order.
    fn text(&self, changes: &[SetupChange]) -> String {
        let mut stages: Vec<Vec<&SetupChange>> = vec![vec![]];
        let mut names = BTreeSet::new();
        for change in changes {
            // Within a file options come before numbers: a change that must come later begins a new stage.
            let stage = stages.last().filter(|stage| stage.last().is_none_or(|last| last.kind() <= change.kind()));
            let is_new = change.name().is_empty() || names.insert((change.kind(), change.name()));
            if stage.is_none() || !is_new {
                stages.push(vec![]);
                names = BTreeSet::from([(change.kind(), change.name())]);
            }
            if let Some(stage) = stages.last_mut() {
                stage.push(change);
            }
        }
        let mut out = self.header();
        for (i, stage) in stages.iter().enumerate() {
            if i > 0 {
                out.push_str("\n[[then]]\n");
            }
            write_stage(&mut out, stage, if i > 0 { "then." } else { "" });
        }
        out
    }
}

/// The laboratory as a file has it.
fn read(text: &str, kind: FileKind) -> Result<Lab, Vec<SceneFault>> {
    located(text, kind, |document| {
        let mut reader = SetupReader::default();
        match reader.lab(&document.root) {
            Some(lab) if reader.faults.is_empty() => Ok(lab),
            _ => Err(reader.faults),
        }
    })
}

/// How places are written.
#[derive(Clone, Copy)]
enum NamedPlaces {
    /// By the coordinates of the panel.
    Typed,
    /// By the point they were dragged to.
    Exact,
}

/// What a command sets; none where each counts.
fn target(command: &LabCommand) -> Option<(bool, &str)> {
    match command {
        LabCommand::Set { value: ParameterValue::Act, .. } => None,
        LabCommand::Set { name, .. } => Some((true, name)),
        LabCommand::Drag { handle, .. } => Some((false, handle)),
        LabCommand::Outline(_) => Some((false, "")),
        _ => None,
    }
}

/// The kind of change that a command is.
fn rough_kind(command: &LabCommand) -> ItemKind {
    match command {
        LabCommand::Outline(_) => ItemKind::Outline,
        LabCommand::Set { value: ParameterValue::Act, .. } => ItemKind::Press,
        LabCommand::Set { value: ParameterValue::Choice(_), .. } => ItemKind::Options,
        LabCommand::Set { value: ParameterValue::Flag(_), .. } => ItemKind::Switches,
        LabCommand::Set { value: ParameterValue::Number(_), .. } => ItemKind::Numbers,
        LabCommand::Drag { .. } => ItemKind::Places,
        _ => ItemKind::Click,
    }
}

/// What the file says of commands that are carried out one by one from the start; refused ones are left out.
fn changes(entry: &'static Laboratory, commands: &[LabCommand], places: NamedPlaces) -> Vec<SetupChange> {
    let mut lab = Lab::new(entry);
    let change = |command: &LabCommand| {
        // Names and options are those at that moment: what can be set depends on what was set before.
        let before = lab.experiment().parameters();
        lab.restart_with(command).ok()?;
        Some(match command {
            LabCommand::Set { name, value } => {
                let kind = &before.iter().find(|parameter| parameter.name == name)?.kind;
                let (subject, value) = match (value, kind) {
                    (ParameterValue::Choice(i), ParameterKind::Choice { names, .. }) => {
                        (SettingSubject::Choose, (*names.get(*i)?).into())
                    }
                    (ParameterValue::Number(x), _) => (SettingSubject::Set, format!("{x:?}")),
                    (ParameterValue::Flag(on), _) => (SettingSubject::Set, on.to_string()),
                    _ => (SettingSubject::Set, "press".into()),
                };
                SetupChange::Setting(ItemKind::of(kind), GivenSetting { subject, name: name.clone(), value })
            }
            LabCommand::Drag { handle, to } => {
                let found = lab.experiment().handles().into_iter().find(|h| h.name == *handle);
                let axes = found.map_or_else(Vec::new, |handle| handle.coordinates());
                match places {
                    NamedPlaces::Typed if !axes.is_empty() => {
                        let value = axes.iter().map(|axis| format!("{:?}", axis.value)).collect::<Vec<_>>().join(", ");
                        SetupChange::Setting(
                            ItemKind::Places,
                            GivenSetting { subject: SettingSubject::Place, name: handle.clone(), value },
                        )
                    }
                    _ => SetupChange::Towards(handle.clone(), *to),
                }
            }
            LabCommand::Click(at) => SetupChange::Click(*at),
            LabCommand::Outline(corners) => SetupChange::Outline(corners.clone()),
            _ => return None,
        })
    };
    commands.iter().filter_map(change).collect()
}

fn write_stage(out: &mut String, stage: &[&SetupChange], prefix: &str) {
    let mut headed = "";
    // Kinds in the order in which they are made when the file is read.
    for kind in ItemKind::ALL {
        let all: Vec<_> = stage.iter().filter(|change| change.kind() == kind).collect();
        if all.is_empty() {
            continue;
        }
        match kind {
            ItemKind::Outline | ItemKind::Click | ItemKind::Press => {
                let items: Vec<String> = all
                    .iter()
                    .flat_map(|change| match change {
                        SetupChange::Outline(corners) => corners.iter().map(|corner| point(*corner)).collect(),
                        SetupChange::Click(at) | SetupChange::Towards(_, at) => vec![point(*at)],
                        SetupChange::Setting(_, setting) => vec![in_quotes(&setting.name)],
                    })
                    .collect();
                let _ = writeln!(out, "{} = [{}]", kind.key(), items.join(", "));
            }
            ItemKind::Options | ItemKind::Switches | ItemKind::Numbers | ItemKind::Places => {
                // Options, switches and numbers stand in one table.
                if std::mem::replace(&mut headed, kind.key()) != kind.key() {
                    let _ = writeln!(out, "\n[{prefix}{}]", kind.key());
                }
                for change in all {
                    let value = match change {
                        SetupChange::Setting(ItemKind::Options, setting) => in_quotes(&setting.value),
                        SetupChange::Setting(ItemKind::Places, setting) => format!("[{}]", setting.value),
                        SetupChange::Setting(_, setting) => setting.value.clone(),
                        SetupChange::Towards(_, to) => format!("{{ towards = {} }}", point(*to)),
                        SetupChange::Outline(_) | SetupChange::Click(_) => continue,
                    };
                    let _ = writeln!(out, "{} = {value}", key(change.name()));
                }
            }
        }
    }
}

fn point(at: Vec3) -> String {
    format!("[{:?}, {:?}, {:?}]", at.x, at.y, at.z)
}

fn in_quotes(text: &str) -> String {
    let mut out = String::new();
    quoted(&mut out, text);
    out
}

/// A key of TOML: bare where it may be.
fn key(name: &str) -> String {
    let is_bare = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
    if is_bare { name.into() } else { in_quotes(name) }
}

/// A change and where it stands: its name, and its value.
struct SetupItem {
    key_at: usize,
    at: usize,
    change: SetupChange,
}

#[derive(Default)]
struct SetupReader {
    faults: Vec<(usize, String)>,
}

impl SetupReader {
    fn fault(&mut self, at: usize, message: impl Into<String>) {
        self.faults.push((at, message.into()));
    }

    fn mismatch(&mut self, node: &Node<'_>, name: &str, expected: &str) {
        self.fault(node.at, format!("{name} is {}, but must be {expected}", node.value.describe()));
    }

    fn lab(&mut self, root: &Node<'_>) -> Option<Lab> {
        let tree::Value::Table(fields) = &root.value else {
            self.mismatch(root, "a set-up", "a table");
            return None;
        };
        let get = |key: &str| fields.iter().find(|field| field.key == key).map(|field| &field.node);
        let is_one = |node: &Node<'_>| matches!(&node.value, tree::Value::Number(text) if text == "1");
        if let Some(node) = get("version").filter(|node| !is_one(node)) {
            let found = node.value.describe();
            self.fault(node.at, format!("version is {found}, but this program reads version 1"));
        }
        let entry = match get("lab") {
            Some(node) => self.laboratory(node),
            None => {
                self.fault(root.at, "a set-up needs the field lab");
                None
            }
        };
        // The rate decides about steps, and so must be known before anything is set.
        let hz = get("hz").and_then(|node| Some((node, self.number(node, "hz")?)));
        // The top of the file is the first stage.
        let mut stages = vec![self.stage(fields, &["version", "lab", "hz", "then"])];
        match get("then").map(|node| (node, &node.value)) {
            None => {}
            Some((_, tree::Value::List(items))) => {
                for item in items {
                    match &item.value {
                        tree::Value::Table(fields) => stages.push(self.stage(fields, &[])),
                        _ => self.mismatch(item, "then", "a list of tables"),
                    }
                }
            }
            Some((node, _)) => self.mismatch(node, "then", "a list of tables"),
        }
        // Not before: faults in the stages are told also where no laboratory has that name.
        let mut lab = Lab::new(entry?);
        if let Some((node, hz)) = hz {
            match lab.at_rate(hz) {
                Ok(faster) => lab = faster,
                Err(refused) => {
                    self.fault(node.at, refused.0);
                    return None;
                }
            }
        }
        for stage in stages {
            self.make(&mut lab, stage);
        }
        Some(lab)
    }

    fn laboratory(&mut self, node: &Node<'_>) -> Option<&'static Laboratory> {
        let tree::Value::Text(id) = &node.value else {
            self.mismatch(node, "lab", "the name of one in quotation marks");
            return None;
        };
        let entry = find(id);
        if entry.is_none() {
            let ids: Vec<&str> = laboratories().iter().map(|entry| entry.id).collect();
            self.fault(node.at, format!("there is no laboratory {}; {}", quote(id), hint(id, &ids)));
        }
        entry
    }

    /// The changes of a stage, in the order in which they are to be made.
    fn stage(&mut self, fields: &[Field<'_>], others: &[&str]) -> Vec<SetupItem> {
        let mut items = vec![];
        for field in fields.iter().filter(|field| !others.contains(&&*field.key)) {
            match ItemKind::ALL.into_iter().find(|kind| kind.key() == field.key) {
                Some(kind @ (ItemKind::Outline | ItemKind::Click | ItemKind::Press)) => {
                    self.list(kind, &field.node, &mut items);
                }
                Some(kind) => self.table(kind, &field.node, &mut items),
                None if OF_SCENES.contains(&&*field.key) && !others.is_empty() => {
                    let key = quote(&field.key);
                    let problem = "belongs to a scene, and lab makes this file a set-up: leave out one of the two";
                    self.fault(field.key_at, format!("{key} {problem}"));
                }
                None => {
                    let kinds =
                        [ItemKind::Outline, ItemKind::Click, ItemKind::Press, ItemKind::Options, ItemKind::Places];
                    let known: Vec<&str> = others.iter().copied().chain(kinds.map(ItemKind::key)).collect();
                    let (key, hint) = (quote(&field.key), hint(&field.key, &known));
                    self.fault(field.key_at, format!("unknown field {key} in a set-up; {hint}"));
                }
            }
        }
        // Stable: within a kind the order of the file is kept.
        items.sort_by_key(|item| item.change.kind());
        items
    }

    fn list(&mut self, kind: ItemKind, node: &Node<'_>, items: &mut Vec<SetupItem>) {
        let tree::Value::List(nodes) = &node.value else {
            return self.mismatch(node, kind.key(), "a list");
        };
        // Points of an outline are one change together; clicks are one each.
        let mut corners = vec![];
        for node in nodes {
            let at = node.at;
            match (kind, &node.value) {
                (ItemKind::Press, tree::Value::Text(name)) => {
                    let setting =
                        GivenSetting { subject: SettingSubject::Set, name: name.to_string(), value: "press".into() };
                    items.push(SetupItem { key_at: at, at, change: SetupChange::Setting(kind, setting) });
                }
                (ItemKind::Press, _) => self.mismatch(node, "press", "a list of names in quotation marks"),
                _ => match self.point(node, kind.key()) {
                    Some(point) if kind == ItemKind::Click => {
                        items.push(SetupItem { key_at: at, at, change: SetupChange::Click(point) });
                    }
                    Some(point) => corners.push(point),
                    None => {}
                },
            }
        }
        if kind == ItemKind::Outline {
            items.push(SetupItem { key_at: node.at, at: node.at, change: SetupChange::Outline(corners) });
        }
    }

    fn table(&mut self, kind: ItemKind, node: &Node<'_>, items: &mut Vec<SetupItem>) {
        let tree::Value::Table(fields) = &node.value else {
            return self.mismatch(node, kind.key(), "a table");
        };
        for Field { key, key_at, node } in fields {
            let name = key.to_string();
            let setting =
                |kind, subject, value| SetupChange::Setting(kind, GivenSetting { subject, name: name.clone(), value });
            let change = match (kind, &node.value) {
                (ItemKind::Places, tree::Value::List(_)) => match self.numbers(node, key) {
                    Some(values) => {
                        let value = values.iter().map(|x| format!("{x:?}")).collect::<Vec<_>>().join(", ");
                        setting(kind, SettingSubject::Place, value)
                    }
                    None => continue,
                },
                (ItemKind::Places, tree::Value::Table(fields)) if matches!(&fields[..], [f] if f.key == "towards") => {
                    match self.point(&fields[0].node, "towards") {
                        Some(to) => SetupChange::Towards(name, to),
                        None => continue,
                    }
                }
                (ItemKind::Places, _) => {
                    self.mismatch(node, key, "a list of its coordinates or { towards = [x, y, z] }");
                    continue;
                }
                (_, tree::Value::Text(text))
                    // A number with its unit in quotation marks is a number.
                    if text.starts_with(|c: char| c.is_ascii_digit() || "+-.−".contains(c)) =>
                {
                    setting(ItemKind::Numbers, SettingSubject::Set, text.to_string())
                }
                (_, tree::Value::Text(text)) => setting(ItemKind::Options, SettingSubject::Set, text.to_string()),
                (_, tree::Value::Bool(on)) => setting(ItemKind::Switches, SettingSubject::Set, on.to_string()),
                (_, tree::Value::Number(text)) => setting(ItemKind::Numbers, SettingSubject::Set, text.to_string()),
                _ => {
                    self.mismatch(node, key, "a number, true or false, or the name of an option in quotation marks");
                    continue;
                }
            };
            items.push(SetupItem { key_at: *key_at, at: node.at, change });
        }
    }

    fn number(&mut self, node: &Node<'_>, name: &str) -> Option<f32> {
        let number = match &node.value {
            tree::Value::Number(text) => text.parse().ok().filter(|x: &f32| x.is_finite()),
            _ => None,
        };
        if number.is_none() {
            self.mismatch(node, name, "a finite number");
        }
        number
    }

    fn numbers(&mut self, node: &Node<'_>, name: &str) -> Option<Vec<f32>> {
        let tree::Value::List(items) = &node.value else {
            self.mismatch(node, name, "a list of numbers");
            return None;
        };
        items.iter().map(|item| self.number(item, name)).collect()
    }

    fn point(&mut self, node: &Node<'_>, name: &str) -> Option<Vec3> {
        let numbers = self.numbers(node, name)?;
        let point = <[f32; 3]>::try_from(numbers).ok().map(Vec3::from);
        if point.is_none() {
            self.mismatch(node, name, "three numbers: x, y and z in metres, y up");
        }
        point
    }

    /// Makes the changes of a stage; one that is not offered waits for those that may change this.
    fn make(&mut self, lab: &mut Lab, mut items: Vec<SetupItem>) {
        while !items.is_empty() {
            let (count, mut waiting) = (items.len(), vec![]);
            for item in items {
                match change(lab, &item.change) {
                    Ok(()) => {}
                    Err(Failed::Waits(refused)) => waiting.push((item, refused)),
                    Err(Failed::Value(refused)) => self.fault(item.at, refused.0),
                }
            }
            // A round that made none has changed nothing that the others wait for.
            if waiting.len() == count {
                for (item, refused) in waiting {
                    self.fault(item.key_at, refused.0);
                }
                return;
            }
            items = waiting.into_iter().map(|(item, _)| item).collect();
        }
    }
}

/// Why a change was not made.
enum Failed {
    /// Nothing of that name is there now.
    Waits(Refused),
    /// The value is wrong.
    Value(Refused),
}

fn change(lab: &mut Lab, change: &SetupChange) -> Result<(), Failed> {
    let command = match change {
        SetupChange::Outline(corners) => LabCommand::Outline(corners.clone()),
        SetupChange::Click(at) => LabCommand::Click(*at),
        SetupChange::Setting(_, setting) => command(lab.experiment(), setting).map_err(|fault| match fault {
            // What cannot be set yet may become so by another setting of the stage: it waits.
            SettingFault::Unknown(refused) => Failed::Waits(refused),
            SettingFault::Wrong(refused) => Failed::Value(refused),
        })?,
        SetupChange::Towards(name, to) => {
            let handles = lab.experiment().handles();
            let names = || handles.iter().map(|handle| &*handle.name);
            let Some(i) = named(names(), name) else {
                let hint = hint(name, &names().collect::<Vec<_>>());
                return Err(Failed::Waits(Refused(format!("there is no place {name:?}; {hint}"))));
            };
            LabCommand::Drag { handle: handles[i].name.clone(), to: *to }
        }
    };
    lab.restart_with(&command).map_err(Failed::Value)?;
    match change {
        // Set and not come to: the value was changed on the way, which the file's author must hear of.
        SetupChange::Setting(_, setting) => missed(lab.experiment(), setting).map_or(Ok(()), |r| Err(Failed::Value(r))),
        _ => Ok(()),
    }
}
