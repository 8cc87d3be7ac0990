//! Cuts a TOML file into the items of its long lists and the rest, without reading any of it: remarks, texts and
//! brackets are all that is understood here. Whatever is unusual is left to who reads the whole.

#![warn(clippy::cast_possible_truncation, clippy::cast_possible_wrap, clippy::cast_sign_loss)]

use super::rows::{ByteSpan, LONG_LISTS};

/// Brackets nested deeper than this are unusual.
const MAX_DEPTH: usize = 32;

/// The items of a long list.
#[derive(Debug, Default)]
pub(super) struct Items {
    /// Where they stand.
    pub spans: Vec<ByteSpan>,
    /// Whether each has a header of its own, `[[bodies]]`; else they stand in brackets.
    pub is_headed: bool,
}

/// Shorter empty places stay in the rest (bytes).
const LEAST_CUT: usize = 64;

/// A file that was cut.
#[derive(Debug)]
pub(super) struct Cut {
    /// All but the items.
    pub rest: String,
    /// Where its parts begin, in it and in the file.
    parts: Vec<(usize, usize)>,
    /// Every byte where the file has it, or a space for what was a remark or the end of an empty line.
    pub pieces: String,
    /// Where the items stand.
    pub lists: [Items; LONG_LISTS.len()],
}

impl Cut {
    /// Where in the file stands what is here in the rest.
    pub fn place(&self, at: usize) -> usize {
        let part = self.parts.partition_point(|(start, _)| *start <= at).saturating_sub(1);
        self.parts.get(part).map_or(at, |(start, in_file)| in_file + (at - start))
    }
}

/// Cuts a file; none where something is unusual.
pub(super) fn cut(text: &str) -> Option<Cut> {
    // Places are kept in 32 bits.
    u32::try_from(text.len()).ok()?;
    // A byte order mark belongs to the beginning of a file: whatever piece begins with another would be read without it.
    if text.rfind('\u{feff}').is_some_and(|at| at > 0) {
        return None;
    }
    let mut cutter = Cutter { text: text.as_bytes(), pieces: text.into(), ..Cutter::default() };
    let mut is_before_headers = true;
    while cutter.skip_blank()? {
        if cutter.peek() == Some(b'[') {
            is_before_headers = false;
            cutter.header()?;
        } else {
            cutter.assignment(is_before_headers)?;
        }
    }
    cutter.close();
    // What is cut out leaves a gap in the rest: pieces of it with their places in the file, so that faults are found
    // again.
    let Cutter { pieces, lists, cut_out, .. } = cutter;
    let pieces = String::from_utf8(pieces).ok()?;
    let (mut rest, mut parts, mut begin) = (String::new(), vec![], 0);
    for (start, end) in cut_out.into_iter().chain([(pieces.len(), pieces.len())]) {
        parts.push((rest.len(), begin));
        rest.push_str(pieces.get(begin..start)?);
        begin = end;
    }
    Some(Cut { rest, parts, pieces, lists })
}

/// Where the name of the list stands in an item under a header of its own.
pub(super) fn name_in_header(text: &str, (start, _): ByteSpan) -> Option<usize> {
    let start = usize::try_from(start).ok()?;
    let header = text.get(start..)?.strip_prefix("[[")?;
    Some(start + 2 + header.len() - header.trim_start_matches([' ', '\t']).len())
}

fn blank(bytes: &mut [u8], start: usize, end: usize) {
    if let Some(part) = bytes.get_mut(start..end) {
        part.fill(b' ');
    }
}

#[derive(Default)]
struct Cutter<'t> {
    text: &'t [u8],
    /// Offset of the next byte.
    at: usize,
    /// The text with remarks and the ends of empty lines made spaces.
    pieces: Vec<u8>,
    lists: [Items; LONG_LISTS.len()],
    /// What is no part of the rest.
    cut_out: Vec<(usize, usize)>,
    /// The list whose item stands here under a header of its own, and where that begins.
    open: Option<(usize, usize)>,
}

impl Cutter<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn comes(&self, what: &[u8]) -> bool {
        self.text[self.at..].starts_with(what)
    }

    /// Makes a space of what was passed since `start`.
    fn blank_since(&mut self, start: usize) {
        blank(&mut self.pieces, start, self.at);
    }

    /// Passes the end of a line, if there is one here.
    fn line_end(&mut self) -> Option<bool> {
        match self.peek() {
            Some(b'\n') => self.at += 1,
            Some(b'\r') if self.comes(b"\r\n") => self.at += 2,
            Some(b'\r') => return None,
            _ => return Some(false),
        }
        Some(true)
    }

    /// Passes a remark, if there is one here, and makes it spaces.
    fn remark(&mut self) -> Option<bool> {
        if self.peek() != Some(b'#') {
            return Some(false);
        }
        let start = self.at;
        while let Some(byte) = self.peek().filter(|byte| !matches!(byte, b'\n' | b'\r')) {
            if byte == 0x7f || byte < 0x20 && byte != b'\t' {
                return None;
            }
            self.at += 1;
        }
        self.blank_since(start);
        Some(true)
    }

    /// Passes all up to the next thing that is said, and makes it spaces; whether there is one.
    fn skip_blank(&mut self) -> Option<bool> {
        let begin = self.at;
        loop {
            // Line ends and remarks become spaces of the same length, so that offsets stay those of the file.
            let start = self.at;
            if self.line_end()? {
                self.blank_since(start);
            } else if matches!(self.peek(), Some(b' ' | b'\t')) {
                self.at += 1;
            } else if !self.remark()? {
                break;
            }
        }
        // Within an item it goes with it.
        if self.open.is_none() && self.at - begin >= LEAST_CUT {
            self.cut_out.push((begin, self.at));
        }
        Some(self.peek().is_some())
    }

    /// Passes a text, whose first quotation mark comes next.
    fn quoted(&mut self) -> Option<()> {
        let mark = self.peek()?;
        let long = [mark; 3];
        if self.comes(&long) {
            // In a long text a backslash passes one byte more, which may be a quotation mark.
            self.at += 3;
            while !self.comes(&long) {
                self.at += if self.peek()? == b'\\' && mark == b'"' { 2 } else { 1 };
                self.text.get(self.at)?;
            }
            self.at += 3;
            // Up to two quotation marks before the three are part of the text.
            for _ in 0..2 {
                self.at += usize::from(self.peek() == Some(mark));
            }
            return Some(());
        }
        self.at += 1;
        loop {
            match self.peek()? {
                // A text in one line that does not end there is a fault, told by the parser that reads the whole.
                b'\n' | b'\r' => return None,
                b'\\' if mark == b'"' => self.at += 2,
                byte => {
                    self.at += 1;
                    if byte == mark {
                        return Some(());
                    }
                }
            }
        }
    }

    /// The bare word that comes next, and passes it.
    fn word(&mut self) -> &[u8] {
        let start = self.at;
        while self.peek().is_some_and(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_')) {
            self.at += 1;
        }
        &self.text[start..self.at]
    }

    fn spaces(&mut self) {
        while let Some(b' ' | b'\t') = self.peek() {
            self.at += 1;
        }
    }

    /// The long list whose name comes next, and passes the word.
    fn long_list(&mut self) -> Option<usize> {
        let word = self.word();
        LONG_LISTS.iter().position(|name| name.as_bytes() == word)
    }

    /// The item under a header of its own ends here.
    fn close(&mut self) {
        if let Some((list, start)) = self.open.take() {
            self.cut_out.push((start, self.at));
            let [start, end] = [start, self.at].map(|at| u32::try_from(at).unwrap_or(u32::MAX));
            self.lists[list].spans.push((start, end));
        }
    }

    /// Passes a header.
    fn header(&mut self) -> Option<()> {
        let start = self.at;
        let is_item = self.comes(b"[[");
        self.at += if is_item { 2 } else { 1 };
        self.spaces();
        // The first word decides: `bodies.shape` belongs to the item of `bodies` above it.
        let list = self.long_list();
        self.spaces();
        let is_alone = self.peek() == Some(b']');
        self.at = start;
        match list {
            // What is below an item belongs to it.
            Some(list) if !is_alone => {
                if self.open.is_none_or(|(open, _)| open != list) {
                    return None;
                }
            }
            Some(list) => {
                self.close();
                if !is_item || !self.lists[list].spans.is_empty() && !self.lists[list].is_headed {
                    return None;
                }
                self.lists[list].is_headed = true;
                self.open = Some((list, start));
            }
            None => self.close(),
        }
        self.line(|_| {})?;
        // A header has one line.
        let header = self.text.get(start..self.at)?.trim_ascii_end();
        (!header.contains(&b'\n')).then_some(())
    }

    /// Passes a key and its value.
    fn assignment(&mut self, is_before_headers: bool) -> Option<()> {
        let start = self.at;
        let list = self.long_list().filter(|_| is_before_headers);
        self.spaces();
        let has_value = self.peek() == Some(b'=');
        self.at += usize::from(has_value);
        self.spaces();
        let (Some(list), true, Some(b'[')) = (list, has_value, self.peek()) else {
            self.at = start;
            return self.line(|_| {});
        };
        // The same key twice is a fault: left to the parser of the whole.
        if !self.lists[list].spans.is_empty() {
            return None;
        }
        let mut spans = vec![];
        self.line(|span| spans.push(span))?;
        // Items of one list: nothing but a comma stands between two. A second list in the line is a fault.
        if spans.windows(2).any(|pair| matches!(pair, [(_, end), (start, _)] if end + 1 != *start)) {
            return None;
        }
        let inside = [spans.first()?.0, spans.last()?.1].map(usize::try_from);
        if let [Ok(start), Ok(end)] = inside {
            self.cut_out.push((start, end));
        }
        // Between two commas there must be something; behind the last there need not be.
        if spans.last().is_some_and(|(start, end)| self.is_blank(*start, *end)) {
            spans.pop();
        }
        if spans.iter().any(|(start, end)| self.is_blank(*start, *end)) {
            return None;
        }
        self.lists[list] = Items { spans, is_headed: false };
        Some(())
    }

    fn is_blank(&self, start: u32, end: u32) -> bool {
        let range = usize::try_from(start).unwrap_or(0)..usize::try_from(end).unwrap_or(0);
        self.pieces.get(range).is_none_or(|piece| piece.iter().all(|byte| matches!(byte, b' ' | b'\t')))
    }

    /// Passes all up to the end of the line, and lines that its brackets go on to; remarks become spaces, and so do the
    /// ends of lines in lists, where they say nothing. Tells what stands between the outermost brackets and commas.
    fn line(&mut self, mut part: impl FnMut(ByteSpan)) -> Option<()> {
        let (mut open, mut begin) = (vec![], self.at);
        loop {
            let start = self.at;
            if self.line_end()? {
                // Outside brackets a line ends the value; within a list it is blank; within braces it is a fault for
                // the parser.
                match open.last() {
                    None => return Some(()),
                    Some(b'[') => self.blank_since(start),
                    Some(_) => {}
                }
                continue;
            }
            if self.remark()? {
                continue;
            }
            let Some(byte) = self.peek() else { return open.is_empty().then_some(()) };
            if matches!(byte, b'"' | b'\'') {
                self.quoted()?;
                continue;
            }
            // A comma or the closing bracket at depth one ends an item.
            self.at += 1;
            let is_end = open.len() == 1 && matches!(byte, b']' | b'}' | b',');
            if is_end {
                part((u32::try_from(begin).ok()?, u32::try_from(start).ok()?));
            }
            match byte {
                b'[' | b'{' => open.push(byte),
                b']' | b'}' => drop(open.pop()?),
                _ => {}
            }
            if is_end || open.len() == 1 && matches!(byte, b'[' | b'{') {
                begin = self.at;
            }
            // As deep as the parser itself goes: what is deeper is its to refuse.
            if open.len() > MAX_DEPTH {
                return None;
            }
        }
    }
}
