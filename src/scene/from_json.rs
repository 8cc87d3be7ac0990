//! From JSON text (RFC 8259) to a tree of values that knows where each stands.

#![warn(clippy::cast_possible_truncation, clippy::cast_possible_wrap, clippy::cast_sign_loss)]

use super::rows::{ByteSpan, Document, LONG_LISTS, List};
use super::tree::{Field, Node, Value, quote};
use std::borrow::Cow;
use std::collections::BTreeSet;

/// Lists and tables may not lie deeper than this.
const MAX_DEPTH: usize = 80;

/// An offset and what is wrong there.
type Error = (usize, String);

/// Reads JSON; the items of the long lists are read and found sound, and not kept.
pub(super) fn document(text: &str) -> Result<Document<'_>, Error> {
    let mut parser = JsonParser::new(text);
    let root = parser.node()?;
    match parser.next_token() {
        None => Ok(Document { root, text: text.into(), lists: parser.lists }),
        Some(_) => Err(parser.error("the end of the file")),
    }
}

/// Reads one item of a long list.
fn value(text: &str) -> Option<Node<'_>> {
    // Inside that list, nothing else is one.
    JsonParser { depth: 2, ..JsonParser::new(text) }.node().ok()
}

struct JsonParser<'t> {
    text: &'t str,
    /// Offset of the next byte; always between two characters.
    at: usize,
    depth: usize,
    /// Where the items of the long lists stand.
    lists: [List; LONG_LISTS.len()],
}

impl<'t> JsonParser<'t> {
    fn new(text: &'t str) -> Self {
        Self { text, at: 0, depth: 0, lists: Default::default() }
    }

    /// What is wrong here: `expected` was to come.
    fn error(&self, expected: &str) -> Error {
        let found = self.text[self.at..].chars().next().map_or("the end of the file".into(), |c| format!("{c:?}"));
        (self.at, format!("this is not valid JSON: expected {expected}, found {found}"))
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// The first byte after white space, not taken.
    fn next_token(&mut self) -> Option<u8> {
        while let Some(b' ' | b'\t' | b'\n' | b'\r') = self.peek() {
            self.at += 1;
        }
        self.peek()
    }

    /// Takes `byte` when it comes next.
    fn take(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    fn node(&mut self) -> Result<Node<'t>, Error> {
        let token = self.next_token();
        let at = self.at;
        let value = match token {
            Some(b'{') => self.nested(Self::table)?,
            Some(b'[') => self.nested(Self::list)?,
            Some(b'"') => Value::Text(self.string()?),
            Some(b'-' | b'0'..=b'9') => self.number()?,
            _ => self.word()?,
        };
        Ok(Node { at, value })
    }

    /// A list or table, whose first byte has been seen.
    fn nested(&mut self, read: fn(&mut Self) -> Result<Value<'t>, Error>) -> Result<Value<'t>, Error> {
        // The parser calls itself: without a bound a file of brackets would overflow the stack.
        if self.depth == MAX_DEPTH {
            return Err((self.at, format!("lists and tables are nested more than {MAX_DEPTH} deep")));
        }
        self.depth += 1;
        self.at += 1;
        let value = read(self);
        self.depth -= 1;
        value
    }

    fn word(&mut self) -> Result<Value<'t>, Error> {
        for (word, value) in [("true", Value::Bool(true)), ("false", Value::Bool(false)), ("null", Value::Null)] {
            if self.text[self.at..].starts_with(word) {
                self.at += word.len();
                return Ok(value);
            }
        }
        Err(self.error("a value"))
    }

    fn list(&mut self) -> Result<Value<'t>, Error> {
        let mut items = vec![];
        self.items(|node, _| items.push(node))?;
        Ok(Value::List(items))
    }

    /// The items of a list, whose bracket has been taken; each with its first byte and the one behind its last.
    fn items(&mut self, mut keep: impl FnMut(Node<'t>, ByteSpan)) -> Result<(), Error> {
        if self.next_token() == Some(b']') {
            self.at += 1;
            return Ok(());
        }
        loop {
            let node = self.node()?;
            // Beyond 4 GiB no file is read at all, so that the cut-off never decides.
            let [start, end] = [node.at, self.at].map(|at| u32::try_from(at).unwrap_or(u32::MAX));
            keep(node, (start, end));
            self.next_token();
            if self.take(b']') {
                return Ok(());
            }
            if !self.take(b',') {
                return Err(self.error("`,` or `]`"));
            }
        }
    }

    /// A field's value: where the field is a long list of the file, only where its items stand is kept.
    fn field(&mut self, key: &str) -> Result<Node<'t>, Error> {
        // Only the lists of the file itself are long; one of the same name further in is read as any other.
        let long = LONG_LISTS.iter().position(|name| *name == key).filter(|_| self.depth == 1);
        let token = self.next_token();
        let (Some(index), Some(b'[')) = (long, token) else { return self.node() };
        // Like `nested`, but the items leave only their places behind.
        let at = self.at;
        let mut spans = vec![];
        self.depth += 1;
        self.at += 1;
        self.items(|_, span| spans.push(span))?;
        self.depth -= 1;
        self.lists[index] = List { spans, read: value };
        Ok(Node { at, value: Value::List(vec![]) })
    }

    fn table(&mut self) -> Result<Value<'t>, Error> {
        let (mut fields, mut keys) = (vec![], BTreeSet::new());
        if self.next_token() == Some(b'}') {
            self.at += 1;
            return Ok(Value::Table(fields));
        }
        loop {
            if self.next_token() != Some(b'"') {
                return Err(self.error("a field's name in quotation marks"));
            }
            let key_at = self.at;
            let key = self.string()?;
            // Which of two was meant nobody can say, and most readers take the last without a word.
            if !keys.insert(key.clone()) {
                return Err((key_at, format!("this is not valid JSON: {} is there twice", quote(&key))));
            }
            self.next_token();
            if !self.take(b':') {
                return Err(self.error("`:`"));
            }
            let node = self.field(&key)?;
            fields.push(Field { key, key_at, node });
            self.next_token();
            if self.take(b'}') {
                return Ok(Value::Table(fields));
            }
            if !self.take(b',') {
                return Err(self.error("`,` or `}`"));
            }
        }
    }

    fn number(&mut self) -> Result<Value<'t>, Error> {
        let start = self.at;
        self.take(b'-');
        // A nought stands alone in JSON: 007 is no number there.
        if !self.take(b'0') {
            self.digits()?;
        }
        if self.take(b'.') {
            self.digits()?;
        }
        if self.take(b'e') || self.take(b'E') {
            let _ = self.take(b'+') || self.take(b'-');
            self.digits()?;
        }
        // Without this, 1x would be a number followed by something odd, and the fault be reported in the wrong place.
        if let Some(b'0'..=b'9' | b'.' | b'a'..=b'z' | b'A'..=b'Z') = self.peek() {
            return Err(self.error("the end of the number"));
        }
        Ok(Value::Number(Cow::Borrowed(&self.text[start..self.at])))
    }

    fn digits(&mut self) -> Result<(), Error> {
        let start = self.at;
        while let Some(b'0'..=b'9') = self.peek() {
            self.at += 1;
        }
        if self.at == start { Err(self.error("a digit")) } else { Ok(()) }
    }

    /// A text, whose opening quotation mark comes next. Borrowed when nothing in it is escaped.
    fn string(&mut self) -> Result<Cow<'t, str>, Error> {
        self.at += 1;
        let mut start = self.at;
        let mut text = Cow::Borrowed("");
        loop {
            match self.peek() {
                // Appending the whole to an empty borrowed text borrows it: nothing is copied where nothing is escaped.
                Some(b'"') => {
                    text += &self.text[start..self.at];
                    self.at += 1;
                    return Ok(text);
                }
                Some(b'\\') => {
                    text += &self.text[start..self.at];
                    self.at += 1;
                    text.to_mut().push(self.escaped()?);
                    start = self.at;
                }
                // Every byte of a longer character is at least 0x80; all are taken before the text is cut.
                Some(0x20..) => self.at += 1,
                _ => return Err(self.error("the end of the text (control characters are written \\u0000)")),
            }
        }
    }

    /// The character whose escape follows the backslash just taken.
    fn escaped(&mut self) -> Result<char, Error> {
        let character = match self.peek() {
            Some(c @ (b'"' | b'\\' | b'/')) => char::from(c),
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => return self.unicode(),
            _ => return Err(self.error("one of \" \\ / b f n r t u after the backslash")),
        };
        self.at += 1;
        Ok(character)
    }

    /// `uXXXX`, or two of them that make a surrogate pair.
    fn unicode(&mut self) -> Result<char, Error> {
        let at = self.at;
        let high = self.code_unit()?;
        let mut units = vec![high];
        // Characters beyond 16 bits come as two escapes, a high surrogate and a low one.
        if (0xd800..0xdc00).contains(&high) && self.text[self.at..].starts_with("\\u") {
            self.at += 1;
            units.push(self.code_unit()?);
        }
        let mut characters = char::decode_utf16(units);
        match (characters.next(), characters.next()) {
            (Some(Ok(character)), None) => Ok(character),
            _ => Err((at, "this is not valid JSON: half a surrogate pair".into())),
        }
    }

    /// `uXXXX`.
    fn code_unit(&mut self) -> Result<u16, Error> {
        self.at += 1;
        // Exactly four digits: `from_str_radix` alone would take a sign as well.
        let digits = self.text.get(self.at..self.at + 4).filter(|d| d.bytes().all(|b| b.is_ascii_hexdigit()));
        let unit = digits.and_then(|digits| u16::from_str_radix(digits, 16).ok());
        let unit = unit.ok_or_else(|| self.error("four hexadecimal digits"))?;
        self.at += 4;
        Ok(unit)
    }
}
