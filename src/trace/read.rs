//! A trace line by line, from any stream, with bounds on everything.

use super::header::{Header, ImpulseUnit};
use super::model::{Body, Id, Line, Motion};
use super::parse::{Known, Own, Parsed, parse};
use flate2::read::MultiGzDecoder;
use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read};

/// The longest line that is read (bytes).
pub const MAX_LINE: usize = 64 << 20;

/// The first two bytes of what gzip packs.
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// What was wrong with a trace, and where. What came before it stays usable.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {what}")]
pub struct Fault {
    /// From 1.
    pub line: u64,
    /// From 1; 0 where the line as a whole is meant.
    pub column: usize,
    /// What was expected, or what to do.
    pub what: String,
}

/// Reads the lines of a trace one after the other.
pub struct Reader<R> {
    input: R,
    buffer: Vec<u8>,
    /// Number of the line read last, from 1.
    line: u64,
    known: Known,
    /// Lines that one line of this program's own output stands for.
    waiting: VecDeque<Line>,
    has_header: bool,
    /// Whether the last line was cut off.
    is_cut: bool,
    is_over: bool,
}

impl<'a> Reader<Box<dyn BufRead + 'a>> {
    /// Reads `input`, unpacked where gzip packed it, whatever its name.
    pub fn unpacking(input: impl Read + 'a) -> io::Result<Self> {
        let mut input = BufReader::with_capacity(1 << 16, input);
        let is_packed = input.fill_buf()?.starts_with(&GZIP);
        let input: Box<dyn BufRead + 'a> = if is_packed {
            Box::new(BufReader::with_capacity(1 << 18, MultiGzDecoder::new(input)))
        } else {
            Box::new(input)
        };
        Ok(Reader::new(input))
    }
}

impl<R: BufRead> Reader<R> {
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
    pub fn next_line(&mut self) -> Result<Option<Line>, Fault> {
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

    fn read_one(&mut self) -> Result<Option<Line>, Fault> {
        loop {
            let is_whole = match self.read_text()? {
                End::Nothing => return Ok(None),
                End::Newline => true,
                End::Stream => false,
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
    fn accept(&mut self, parsed: Parsed) -> Result<Line, Fault> {
        match parsed {
            Parsed::Line(Line::Header(header)) => {
                if self.has_header {
                    return Err(self.whole("a second header; a trace has one, in its first line"));
                }
                self.has_header = true;
                Ok(Line::Header(header))
            }
            Parsed::Line(line) => {
                if !self.has_header {
                    return Err(self.whole("the first line must be the header: {\"trace\":1, …}"));
                }
                if let Line::Body(body) = &line {
                    self.known.declare(&body.id).map_err(|what| self.whole(&what))?;
                }
                Ok(line)
            }
            Parsed::Own(own) => self.translate(own),
        }
    }

    /// A step of this program's own output: the header that it lacks, its bodies, then the step.
    fn translate(&mut self, own: Own) -> Result<Line, Fault> {
        if !self.has_header {
            self.has_header = true;
            let header =
                Header { engine: "carom".into(), impulse: Some(ImpulseUnit::NewtonSecond), ..Header::default() };
            self.waiting.push_back(Line::Header(header));
        }
        for name in own.names() {
            let id = Id::Text(name.to_string());
            let count = self.known.count();
            if self.known.declare(&id).map_err(|what| self.whole(&what))? as usize == count {
                let body = Body {
                    id,
                    name: None,
                    motion: Motion::Dynamic,
                    shapes: Vec::new(),
                    mass: None,
                    restitution: None,
                    friction: None,
                    pose: None,
                };
                self.waiting.push_back(Line::Body(body));
            }
        }
        let step = own.into_step(|name| self.known.find(name));
        self.waiting.push_back(Line::Step(step));
        self.waiting.pop_front().ok_or_else(|| self.whole("an empty line"))
    }

    /// Reads up to the end of a line into the buffer.
    fn read_text(&mut self) -> Result<End, Fault> {
        self.buffer.clear();
        self.line += 1;
        loop {
            let chunk = match self.input.fill_buf() {
                Ok(chunk) => chunk,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                // A packed file that was cut off ends in the middle of a block.
                Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                    self.is_cut = true;
                    return Ok(if self.buffer.is_empty() { End::Nothing } else { End::Stream });
                }
                Err(error) => return Err(self.whole(&format!("cannot be read: {error}"))),
            };
            if chunk.is_empty() {
                return Ok(if self.buffer.is_empty() { End::Nothing } else { End::Stream });
            }
            let newline = chunk.iter().position(|b| *b == b'\n');
            let taken = newline.map_or(chunk.len(), |at| at + 1);
            if self.buffer.len() + taken > MAX_LINE {
                return Err(
                    self.whole(&format!("longer than {} MiB, the most that is read as one line", MAX_LINE >> 20))
                );
            }
            self.buffer.extend_from_slice(&chunk[..taken]);
            self.input.consume(taken);
            if newline.is_some() {
                return Ok(End::Newline);
            }
        }
    }

    fn fault(&self, error: &serde_json::Error) -> Fault {
        // The message of the library ends in a place of its own, within the one line that it saw.
        let text = error.to_string();
        let what = text.rsplit_once(" at line ").map_or(text.as_str(), |(what, _)| what).to_string();
        Fault { line: self.line, column: error.column(), what }
    }

    fn whole(&self, what: &str) -> Fault {
        Fault { line: self.line, column: 0, what: what.to_string() }
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

/// How a line ended.
enum End {
    /// There was no line.
    Nothing,
    /// With a newline.
    Newline,
    /// With the stream.
    Stream,
}
