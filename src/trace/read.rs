//! A trace line by line, from any stream, with bounds on everything.

use super::header::{Header, ImpulseUnit};
use super::model::{Id, PoseRow, TraceBody, TraceLine, TracedMotion};
use super::parse::{Known, OwnFields, Parsed, parse, parse_row};
use flate2::read::MultiGzDecoder;
use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};

/// The longest line that is read (bytes).
pub const MAX_LINE: usize = 64 << 20;

/// The most that a packed trace may unpack to where it is unpacked into memory (bytes).
pub const MAX_UNPACKED: u64 = 256 << 20;

/// So much of a file tells whether it is a trace (bytes).
pub const TRACE_HEAD: usize = 256;

/// Whether gzip packed what begins so.
pub fn is_packed(head: &[u8]) -> bool {
    head.starts_with(&[0x1f, 0x8b])
}

/// Whether what begins so is a trace, or packed, as of all that is read here only traces are.
pub fn begins_trace(head: &[u8]) -> bool {
    // JSON allows blanks between any two of these parts.
    let mut text = head.iter().take(TRACE_HEAD).filter(|byte| !byte.is_ascii_whitespace());
    is_packed(head) || b"{\"trace\":".iter().all(|byte| text.next() == Some(byte))
}

/// What was wrong with a trace, and where. What came before it stays usable.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {what}")]
pub struct TraceFault {
    /// From 1.
    pub line: u64,
    /// From 1; 0 where the line as a whole is meant.
    pub column: usize,
    /// What was expected, or what to do.
    pub what: String,
}

/// Reads the lines of a trace one after the other.
pub struct TraceReader<R> {
    input: R,
    buffer: Vec<u8>,
    /// Number of the line read last, from 1.
    line: u64,
    known: Known,
    /// Lines that one line of this program's own output stands for.
    waiting: VecDeque<TraceLine>,
    has_header: bool,
    /// Whether the last line was cut off.
    is_cut: bool,
    is_over: bool,
}

impl<'a> TraceReader<Box<dyn BufRead + 'a>> {
    /// Reads `input`, unpacked where gzip packed it, whatever its name.
    pub fn unpacking(input: impl Read + 'a) -> io::Result<Self> {
        let mut input = BufReader::with_capacity(1 << 16, input);
        // By its first bytes and not its name: pipes and pages of a browser give none.
        let is_packed = is_packed(input.fill_buf()?);
        let input: Box<dyn BufRead + 'a> = if is_packed {
            Box::new(BufReader::with_capacity(1 << 18, MultiGzDecoder::new(input)))
        } else {
            Box::new(input)
        };
        Ok(TraceReader::new(input))
    }
}

impl<R: BufRead> TraceReader<R> {
    /// Reads plain text.
    pub fn new(input: R) -> Self {
        Self {
            input,
            buffer: Vec::new(),
            line: 0,
            known: Known::default(),
            waiting: VecDeque::new(),
            has_header: false,
            is_cut: false,
            is_over: false,
        }
    }

    /// The next line, none at the end; empty lines are passed over. After a fault nothing more is read.
    pub fn next_line(&mut self) -> Result<Option<TraceLine>, TraceFault> {
        if let Some(line) = self.waiting.pop_front() {
            return Ok(Some(line));
        }
        if self.is_over {
            return Ok(None);
        }
        let read = self.read_one();
        self.is_over |= !matches!(read, Ok(Some(_)));
        read
    }

    /// Reads on behind what was the end, where more has come since.
    pub(super) fn go_on(&mut self) {
        self.is_over = false;
    }

    fn read_one(&mut self) -> Result<Option<TraceLine>, TraceFault> {
        loop {
            let is_whole = match self.read_text()? {
                LineEnd::Nothing => return Ok(None),
                LineEnd::Newline => true,
                LineEnd::Stream => false,
            };
            if self.buffer.iter().all(u8::is_ascii_whitespace) {
                continue;
            }
            let parsed = match parse(&self.buffer, &mut self.known) {
                // A sender that died in the middle of a line: what came before it counts.
                Err(error) if error.is_eof() && !is_whole => {
                    self.is_cut = true;
                    return Ok(None);
                }
                Err(error) => return Err(self.fault(&error)),
                Ok(parsed) => parsed,
            };
            return self.accept(parsed).map(Some);
        }
    }

    /// Declares what the line declares, and sees to it that the header comes first.
    fn accept(&mut self, parsed: Parsed) -> Result<TraceLine, TraceFault> {
        match parsed {
            Parsed::Line(TraceLine::Header(header)) => {
                if self.has_header {
                    return Err(self.whole("a second header; a trace has one, in its first line"));
                }
                self.has_header = true;
                Ok(TraceLine::Header(header))
            }
            // What a line means depends on the units and axes that the header declares, so nothing may come before it.
            Parsed::Line(line) => {
                if !self.has_header {
                    return Err(self.whole("the first line must be the header: {\"trace\":1, …}"));
                }
                if let TraceLine::Body(body) = &line {
                    self.known.declare(&body.id).map_err(|what| self.whole(&what))?;
                }
                Ok(line)
            }
            Parsed::Own(own) => self.translate(own),
        }
    }

    /// A step of this program's own output: the header that it lacks, its bodies, then the step.
    fn translate(&mut self, own: OwnFields) -> Result<TraceLine, TraceFault> {
        if !self.has_header {
            self.has_header = true;
            // All but the unit of impulses is the default, because the format took this program's conventions.
            let header =
                Header { engine: "carom".into(), impulse: Some(ImpulseUnit::NewtonSecond), ..Header::default() };
            self.waiting.push_back(TraceLine::Header(header));
        }
        // Its bodies are declared by being named: the first step that has them brings the lines that other engines
        // write.
        for name in own.names() {
            let id = Id::Text(name.to_string());
            let count = self.known.count();
            // A number that was not given out before says that the name is new.
            if self.known.declare(&id).map_err(|what| self.whole(&what))? as usize == count {
                // Shapes are not in that output; without any, contacts cannot be judged but are still shown.
                let body = TraceBody {
                    id,
                    name: None,
                    motion: TracedMotion::Dynamic,
                    shapes: Vec::new(),
                    mass: None,
                    restitution: None,
                    friction: None,
                    pose: None,
                };
                self.waiting.push_back(TraceLine::Body(body));
            }
        }
        let step = own.into_step(|name| self.known.find(name));
        self.waiting.push_back(TraceLine::Step(step));
        self.waiting.pop_front().ok_or_else(|| self.whole("an empty line"))
    }

    /// Reads up to the end of a line into the buffer.
    fn read_text(&mut self) -> Result<LineEnd, TraceFault> {
        self.buffer.clear();
        self.line += 1;
        // One byte more than is allowed, so that a line that is too long can be told from the longest one.
        let read = (&mut self.input).take(MAX_LINE as u64 + 1).read_until(b'\n', &mut self.buffer);
        match read {
            Ok(_) => {}
            // A packed file that was cut off ends in the middle of a block.
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => self.is_cut = true,
            Err(error) => return Err(self.whole(&format!("cannot be read: {error}"))),
        }
        if self.buffer.len() > MAX_LINE {
            let most = MAX_LINE >> 20;
            return Err(self.whole(&format!("longer than {most} MiB, the most that is read as one line")));
        }
        Ok(match self.buffer.last() {
            None => {
                // More may come: then it is this line.
                self.line -= 1;
                LineEnd::Nothing
            }
            Some(b'\n') => LineEnd::Newline,
            Some(_) => LineEnd::Stream,
        })
    }

    /// The next line that is not empty, looked at only as far as `shallow` understands it, with the number of bytes of
    /// empty lines before it and its own; none at the end. What it does not understand is read whole.
    pub(super) fn glance<T>(
        &mut self,
        shallow: impl FnOnce(&[u8]) -> Option<T>,
    ) -> Result<Option<Glanced<T>>, TraceFault> {
        let mut before = 0;
        loop {
            let is_whole = match self.read_text()? {
                LineEnd::Nothing => return Ok(None),
                LineEnd::Newline => true,
                LineEnd::Stream => false,
            };
            let bytes = self.buffer.len() as u64;
            if self.buffer.iter().all(u8::is_ascii_whitespace) {
                before += bytes;
                continue;
            }
            // The last line may be cut off anywhere, which only reading shows.
            if is_whole && let Some(seen) = shallow(&self.buffer) {
                return Ok(Some((Glance::Seen(seen), [before, bytes])));
            }
            let parsed = match parse(&self.buffer, &mut self.known) {
                Err(error) if error.is_eof() && !is_whole => {
                    self.is_cut = true;
                    return Ok(None);
                }
                Err(error) => return Err(self.fault(&error)),
                Ok(parsed) => parsed,
            };
            // One line of this program's own output may stand for several.
            let mut lines = vec![self.accept(parsed)?];
            lines.extend(self.waiting.drain(..));
            return Ok(Some((Glance::Read(lines), [before, bytes])));
        }
    }

    fn fault(&self, error: &serde_json::Error) -> TraceFault {
        // The message of the library ends in a place of its own, within the one line that it saw.
        let text = error.to_string();
        let what = text.rsplit_once(" at line ").map_or(text.as_str(), |(what, _)| what).to_string();
        TraceFault { line: self.line, column: error.column(), what }
    }

    fn whole(&self, what: &str) -> TraceFault {
        TraceFault { line: self.line, column: 0, what: what.to_string() }
    }

    /// The place of a body that was declared, in the order of declaration.
    pub(super) fn index_of(&self, id: &Id) -> Option<u32> {
        self.known.index_of(id)
    }

    /// Number of the line read last, from 1; 0 before the first.
    pub fn line(&self) -> u64 {
        self.line
    }

    /// Whether the last line was cut off and left out.
    pub fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// Keys that were not known and were skipped, each once, with the kind of line it stood in.
    pub fn unknown_keys(&self) -> impl Iterator<Item = &str> {
        self.known.unknown.iter().map(String::as_str)
    }
}

impl<R: BufRead + Seek> TraceReader<R> {
    /// Goes on at `offset`, where line number `line` begins.
    pub(super) fn jump(&mut self, offset: u64, line: u64) -> Result<(), TraceFault> {
        self.input.seek(SeekFrom::Start(offset)).map_err(|e| self.whole(&format!("cannot be read: {e}")))?;
        self.waiting.clear();
        (self.line, self.is_over) = (line.saturating_sub(1), false);
        // Read once more from its beginning, a trace shows its header once more.
        self.has_header = offset > 0;
        Ok(())
    }

    /// Whether steps are read from here on without their contacts.
    pub(super) fn skip_contacts(&mut self, skips: bool) {
        self.known.skips_contacts = skips;
    }

    /// The row of a step line that begins at `offset`.
    pub(super) fn row_at(&mut self, offset: u64, window: &mut Window) -> Result<PoseRow, TraceFault> {
        // A row read by its place belongs to no line that was counted; the message names the byte instead.
        let fault = |what: String| TraceFault { line: 0, column: 0, what };
        if let Some(row) = window.from(offset).and_then(|text| parse_row(text, &self.known).ok()) {
            return Ok(row);
        }
        // Beyond what is at hand, or longer: the next piece of the file, from where the row begins.
        let read = self.input.seek(SeekFrom::Start(offset)).and_then(|_| window.fill(&mut self.input, offset));
        read.map_err(|error| fault(format!("cannot be read: {error}")))?;
        parse_row(window.from(offset).unwrap_or_default(), &self.known)
            .map_err(|error| fault(format!("the row of a body at byte {offset}: {error}")))
    }
}

/// A piece of the file, for rows that stand near each other.
#[derive(Default)]
pub(super) struct Window {
    bytes: Vec<u8>,
    start: u64,
}

impl Window {
    /// Much longer than any row that is not made to be long.
    const SIZE: u64 = 1 << 16;

    fn from(&self, offset: u64) -> Option<&[u8]> {
        let at = usize::try_from(offset.checked_sub(self.start)?).ok()?;
        self.bytes.get(at..).filter(|rest| !rest.is_empty())
    }

    fn fill(&mut self, input: &mut impl Read, offset: u64) -> io::Result<()> {
        self.bytes.clear();
        self.start = offset;
        input.take(Self::SIZE).read_to_end(&mut self.bytes).map(drop)
    }
}

/// A line that was looked at, the bytes of the empty lines before it, and its own.
type Glanced<T> = (Glance<T>, [u64; 2]);

/// A line that was looked at.
pub(super) enum Glance<T> {
    /// As far as was asked.
    Seen(T),
    /// Read whole: one line, or those that it stands for.
    Read(Vec<TraceLine>),
}

/// How a line ended.
enum LineEnd {
    /// There was no line.
    Nothing,
    /// With a newline.
    Newline,
    /// With the stream.
    Stream,
}
