//! Where the rows of a step line stand, found without reading its numbers: what makes the index of a large file fast.

/// A step line, as far as it was looked at.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct StepLine {
    /// The number of the step.
    pub number: u64,
    /// Where the list of rows begins, after its bracket (bytes from the start of the line); none where there is none.
    pub rows: Option<usize>,
}

/// The number and the rows of a step line; none where it is another line or one that must be read whole
/// to be understood.
///
/// Nothing after the list of rows is looked at.
pub(super) fn step_line(line: &[u8]) -> Option<StepLine> {
    let mut cursor = Cursor { line, at: 0 };
    let mut number = None;
    // By hand, without a parser: to glance over a file of gigabytes costs little more than to read it from the disk.
    cursor.expect(b'{')?;
    loop {
        let key = cursor.text()?;
        cursor.expect(b':')?;
        match key {
            b"step" => number = Some(cursor.whole_number()?),
            // Rows before the number are left to the reader: what stands behind them is not looked at.
            b"b" => {
                cursor.expect(b'[')?;
                return Some(StepLine { number: number?, rows: Some(cursor.at) });
            }
            // Contacts may come before the rows; whatever else there is, is short.
            b"t" | b"time" | b"c" => cursor.skip()?,
            _ => return None,
        }
        match cursor.next()? {
            b',' => {}
            b'}' => return Some(StepLine { number: number?, rows: None }),
            _ => return None,
        }
    }
}

/// The rows of a step line, from where [`StepLine::rows`] says: where each begins, and the text of its id.
pub(super) struct PoseRows<'a> {
    cursor: Cursor<'a>,
    is_over: bool,
}

impl<'a> PoseRows<'a> {
    pub(super) fn new(line: &'a [u8], at: usize) -> Self {
        Self { cursor: Cursor { line, at }, is_over: false }
    }

    /// The next row; none at the end, or where the line must be read whole to be understood.
    pub(super) fn next(&mut self) -> Option<Result<(usize, &'a [u8]), Odd>> {
        if self.is_over {
            return None;
        }
        let row = self.row();
        if row.is_none() {
            return Some(Err(Odd));
        }
        row?.map(Ok)
    }

    /// None inside for the end of the list, none outside for what is not understood.
    #[expect(clippy::option_option, reason = "an end and a failure are two things")]
    fn row(&mut self) -> Option<Option<(usize, &'a [u8])>> {
        let cursor = &mut self.cursor;
        let mut start = cursor.next()?;
        // Where commas stand is not checked: a row that is wrong shows it when it is read.
        if start == b',' {
            start = cursor.next()?;
        }
        if start == b']' {
            self.is_over = true;
            return Some(None);
        }
        if start != b'[' {
            return None;
        }
        let begin = cursor.at - 1;
        cursor.skip_space();
        let id = cursor.at;
        // An id is a number, or a text that may hold brackets.
        if cursor.peek()? == b'"' {
            cursor.text()?;
        } else {
            cursor.at += cursor.rest().iter().position(|c| !matches!(c, b'0'..=b'9' | b'-'))?;
        }
        let text = &cursor.line[id..cursor.at];
        // What follows are numbers.
        cursor.at += cursor.rest().iter().position(|c| *c == b']')? + 1;
        Some(Some((begin, text)))
    }
}

/// A line that must be read whole.
#[derive(Debug)]
pub(super) struct Odd;

struct Cursor<'a> {
    line: &'a [u8],
    at: usize,
}

impl<'a> Cursor<'a> {
    fn rest(&self) -> &'a [u8] {
        self.line.get(self.at..).unwrap_or_default()
    }

    fn peek(&self) -> Option<u8> {
        self.line.get(self.at).copied()
    }

    fn skip_space(&mut self) {
        while self.peek().is_some_and(|c| c.is_ascii_whitespace()) {
            self.at += 1;
        }
    }

    /// The next byte that is no space.
    fn next(&mut self) -> Option<u8> {
        self.skip_space();
        let byte = self.peek()?;
        self.at += 1;
        Some(byte)
    }

    fn expect(&mut self, byte: u8) -> Option<()> {
        (self.next()? == byte).then_some(())
    }

    /// A text without escapes, without its quotes.
    fn text(&mut self) -> Option<&'a [u8]> {
        self.expect(b'"')?;
        let rest = self.rest();
        // Escapes would have to be decoded before an id could be compared: left to the reader.
        let end = rest.iter().position(|c| matches!(c, b'"' | b'\\'))?;
        self.at += end + 1;
        (rest[end] == b'"').then_some(&rest[..end])
    }

    fn whole_number(&mut self) -> Option<u64> {
        self.skip_space();
        let digits = self.rest().iter().position(|c| !c.is_ascii_digit())?;
        let text = std::str::from_utf8(&self.rest()[..digits]).ok()?;
        self.at += digits;
        text.parse().ok()
    }

    /// Steps over one value.
    fn skip(&mut self) -> Option<()> {
        let mut depth = 0_usize;
        loop {
            self.skip_space();
            // Brackets are counted and not told apart: a line that is not valid shows it when it is read.
            match self.peek()? {
                b'"' => drop(self.text()?),
                b'[' | b'{' => {
                    depth += 1;
                    self.at += 1;
                    continue;
                }
                b']' | b'}' if depth > 0 => {
                    depth -= 1;
                    self.at += 1;
                }
                b',' | b':' if depth > 0 => {
                    self.at += 1;
                    continue;
                }
                b']' | b'}' | b',' | b':' => return None,
                _ => self.at += self.rest().iter().position(|c| matches!(c, b',' | b':' | b']' | b'}' | b'"'))?,
            }
            if depth == 0 {
                return Some(());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(line: &str) -> Vec<String> {
        let at = step_line(line.as_bytes()).unwrap().rows.unwrap();
        let mut rows = PoseRows::new(line.as_bytes(), at);
        let mut ids = Vec::new();
        while let Some(row) = rows.next() {
            let (begin, id) = row.unwrap();
            assert_eq!(line.as_bytes()[begin], b'[');
            ids.push(String::from_utf8(id.to_vec()).unwrap());
        }
        ids
    }

    #[test]
    fn rows_are_found_wherever_they_stand() {
        assert_eq!(rows(r#"{"step":12,"t":0.5,"b":[[7,1,2],["a],[b",3]],"c":[]}"#), ["7", "\"a],[b\""]);
        assert_eq!(
            rows(r#" { "c" : [[0,1,[0,1,0],[[1,2,3]],{"fa":"]["}]] , "step" : 3 , "b" : [ [ -4 , 1 ] , [5,2] ] }"#),
            ["-4", "5"]
        );
        assert_eq!(rows(r#"{"step":1,"b":[]}"#), Vec::<String>::new());
        assert_eq!(step_line(br#"{"step":9,"c":[]}"#), Some(StepLine { number: 9, rows: None }));
    }

    #[test]
    fn what_is_odd_is_left_to_the_reader() {
        for line in [
            r#"{"body":1,"shapes":[]}"#,
            r#"{"step":1,"\u0062":[]}"#,
            r#"{"step":-1,"b":[]}"#,
            r#"{"step":1,"bodies":[]}"#,
            r#"{"step":1"#,
            "[]",
            "",
            r#"{"b":[]}"#,
            r#"{"c":]]],"step":1}"#,
        ] {
            assert_eq!(step_line(line.as_bytes()), None, "{line}");
        }
        let mut odd = PoseRows::new(b"[1,2", 0);
        assert!(odd.next().unwrap().is_err());
    }
}
