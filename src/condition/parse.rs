//! From text to a checked condition.

#![warn(clippy::cast_possible_truncation, clippy::cast_possible_wrap, clippy::cast_sign_loss)]

mod names;

use super::named::{self, CallForm, UNITS};
use super::{
    Compare, Condition, ConditionError, Dimension, Expression, Measured, Operator, Quantity, SumTerm, Told, measured,
};
use crate::scene::spelling::list;
use crate::sim::Sim;

/// Deeper nesting is refused, so that no text can exhaust the stack.
const MAX_DEPTH: usize = 64;

/// More is refused before any of it is read: nobody can check such a condition by eye (bytes).
const MAX_TEXT: usize = 4_096;

/// More operators are refused: a chain is a tree as deep as it is long, and evaluating and dropping it recurse.
const MAX_OPERATORS: usize = 1_000;

/// The quantities that all that runs has.
pub(super) const OF_ANYTHING: [&str; 2] = ["time", "step"];

/// What a part of the condition is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TokenKind {
    Number,
    Truth,
    Feature,
    Text,
}

/// A part, where it stands, what it is and what it measures.
struct ConditionPart {
    node: Expression,
    at: usize,
    kind: TokenKind,
    dimension: Option<Dimension>,
    /// The words between quotes, of a [`TokenKind::Text`].
    text: String,
}

/// What a condition may speak of.
#[derive(Clone, Copy, Debug)]
pub enum Scope<'a> {
    /// Of a scene and its bodies.
    Scene(&'a Sim),
    /// Of numbers that something measures.
    Measured(&'a [Measured]),
    /// Of what another engine told.
    Told(&'a dyn Told),
}

impl Scope<'_> {
    /// A quantity that stands alone.
    fn quantity(self, word: &str) -> Option<Quantity> {
        match self {
            // The list of what is measured has no names for time and step: those are asked of every run alike.
            Self::Measured(list) if !OF_ANYTHING.contains(&word) => measured::find(list, word),
            Self::Told(told) if measured::find(told.measured(), word).is_some() => {
                measured::find(told.measured(), word)
            }
            _ => match named::find(word, false)?.form {
                CallForm::Scene(quantity) => Some(quantity),
                CallForm::Body(_) | CallForm::Pair(_) => None,
            },
        }
    }

    /// Every name that is known.
    fn names(self) -> Vec<String> {
        match self {
            Self::Scene(_) | Self::Told(_) => {
                // Some names stand in the table twice, alone and with brackets.
                let named = named::QUANTITIES.iter().map(|quantity| quantity.name);
                let own = if let Self::Told(told) = self { told.measured() } else { &[] };
                let mut names: Vec<String> = named.map(Into::into).chain(own.iter().map(Measured::word)).collect();
                names.push("abs".into());
                names.sort_unstable();
                names.dedup();
                names
            }
            Self::Measured(list) => {
                let known = OF_ANYTHING.iter().chain(&["abs"]).map(|name| (*name).to_owned());
                list.iter().map(Measured::word).chain(known).collect()
            }
        }
    }
}

struct ConditionParser<'a> {
    text: &'a str,
    /// Byte offset of what comes next.
    at: usize,
    depth: usize,
    /// `and`, `or`, `+`, `-`, `*` and `/` read so far.
    operators: usize,
    scope: Scope<'a>,
    terms: Vec<SumTerm>,
}

type Parsed<T> = Result<T, ConditionError>;

pub(super) fn parse(text: &str, scope: Scope<'_>) -> Parsed<Condition> {
    let (parser, root) = whole(text, scope)?;
    let root = parser.condition(root)?;
    Ok(Condition { text: text.trim().into(), root, terms: parser.terms })
}

/// A number rather than a condition, and what it measures.
pub(super) fn parse_number(text: &str, scope: Scope<'_>) -> Parsed<(Condition, Option<Dimension>)> {
    let (parser, root) = whole(text, scope)?;
    let (at, dimension) = (root.at, root.dimension);
    let root = match root.kind {
        TokenKind::Number | TokenKind::Truth => root.node,
        TokenKind::Feature => {
            let problem = "a feature is a name and no number; ask for one: feature(A,B) == \"edge +x+y\"";
            return Err(parser.error(at, problem.into()));
        }
        TokenKind::Text => return Err(parser.error(at, "words in quotes are no number".into())),
    };
    Ok((Condition { text: text.trim().into(), root, terms: parser.terms }, dimension))
}

/// All of a text as one part, and the parser that read it.
fn whole<'a>(text: &'a str, scope: Scope<'a>) -> Parsed<(ConditionParser<'a>, ConditionPart)> {
    let mut parser = ConditionParser { text, at: 0, depth: 0, operators: 0, scope, terms: vec![] };
    if text.len() > MAX_TEXT {
        let problem = format!("the condition is {} bytes long, but may be 4 KiB ({MAX_TEXT} bytes)", text.len());
        return Err(parser.error(text.floor_char_boundary(MAX_TEXT), problem));
    }
    let root = parser.any()?;
    parser.skip_space();
    if parser.at < text.len() {
        return Err(parser.unexpected());
    }
    Ok((parser, root))
}

impl ConditionParser<'_> {
    /// `all or all or …`
    fn any(&mut self) -> Parsed<ConditionPart> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self.error(self.at, format!("the condition is nested deeper than {MAX_DEPTH} levels")));
        }
        let mut left = self.all()?;
        while self.word("or") || self.sign("||") {
            self.count_operator()?;
            let right = self.all()?;
            left = self.join(Expression::Or, left, right)?;
        }
        self.depth -= 1;
        Ok(left)
    }

    /// `one and one and …`
    fn all(&mut self) -> Parsed<ConditionPart> {
        let mut left = self.one()?;
        while self.word("and") || self.sign("&&") {
            self.count_operator()?;
            let right = self.one()?;
            left = self.join(Expression::And, left, right)?;
        }
        Ok(left)
    }

    /// Counts an operator that was just read.
    fn count_operator(&mut self) -> Parsed<()> {
        self.operators += 1;
        if self.operators > MAX_OPERATORS {
            return Err(self.error(self.at, format!("the condition has more than {MAX_OPERATORS} operators")));
        }
        Ok(())
    }

    fn join(
        &self,
        node: fn(Box<Expression>, Box<Expression>) -> Expression,
        left: ConditionPart,
        right: ConditionPart,
    ) -> Parsed<ConditionPart> {
        let at = left.at;
        Ok(truth(node(Box::new(self.condition(left)?), Box::new(self.condition(right)?)), at))
    }

    /// `not one`, or a comparison.
    fn one(&mut self) -> Parsed<ConditionPart> {
        self.skip_space();
        let at = self.at;
        // `!=` is no negation: it belongs to the comparison to its left. Signs in a row are counted, not recursed into.
        let mut not_count = 0;
        while self.word("not") || (!self.rest().starts_with("!=") && self.sign("!")) {
            not_count += 1;
        }
        let part = self.comparison()?;
        if not_count == 0 {
            return Ok(part);
        }
        let node = self.condition(part)?;
        Ok(truth(if not_count % 2 == 1 { Expression::Not(Box::new(node)) } else { node }, at))
    }

    fn comparison(&mut self) -> Parsed<ConditionPart> {
        let left = self.sum()?;
        self.skip_space();
        let at = self.at;
        let Some(compare) = self.compare()? else { return Ok(left) };
        let right = self.sum()?;
        self.skip_space();
        // A second comparison would compare 0 or 1 with a number, which nobody means.
        let next = self.at;
        if matches!(self.compare(), Ok(Some(_))) {
            return Err(self.error(next, "comparisons do not chain; write a < b and b < c".into()));
        }
        self.compared(compare, at, left, right)
    }

    fn compared(
        &self,
        compare: Compare,
        at: usize,
        left: ConditionPart,
        right: ConditionPart,
    ) -> Parsed<ConditionPart> {
        let start = left.at;
        let equality = matches!(compare, Compare::Equal | Compare::NotEqual);
        // Either order is read: `feature(a,b) == "surface"` and `"surface" == feature(a,b)`.
        let (feature, name) = match (left.kind, right.kind) {
            (TokenKind::Feature, TokenKind::Text) => (left, right),
            (TokenKind::Text, TokenKind::Feature) => (right, left),
            (TokenKind::Feature, _) | (_, TokenKind::Feature) => {
                return Err(self.error(at, "a feature is compared with a name: feature(A,B) == \"edge +x+y\"".into()));
            }
            (TokenKind::Text, _) | (_, TokenKind::Text) => {
                return Err(self.error(at, "only feature(A,B) can be compared with words in quotes".into()));
            }
            _ => {
                self.check_alike(at, [&left, &right], "compared with")?;
                return Ok(truth(Expression::Compare(compare, Box::new(left.node), Box::new(right.node)), start));
            }
        };
        if !equality {
            return Err(self.error(at, "features have no order; use == or !=".into()));
        }
        let Expression::Term(term) = feature.node else {
            return Err(self.error(feature.at, "expected feature(A,B)".into()));
        };
        self.check_feature(&name)?;
        Ok(truth(Expression::FeatureIs { term, name: name.text, equal: compare == Compare::Equal }, start))
    }

    /// Refuses two parts that measure different things; a plain number goes with any.
    fn check_alike(&self, at: usize, [one, other]: [&ConditionPart; 2], verb: &str) -> Parsed<()> {
        match (one.dimension, other.dimension) {
            (Some(a), Some(b)) if a != b => Err(self.error(at, format!("{} cannot be {verb} {}", a.name(), b.name()))),
            _ => Ok(()),
        }
    }

    fn sum(&mut self) -> Parsed<ConditionPart> {
        let mut left = self.product()?;
        loop {
            self.skip_space();
            let at = self.at;
            let operator = match () {
                () if self.sign("+") => Operator::Add,
                () if self.sign("-") => Operator::Subtract,
                () => return Ok(left),
            };
            self.count_operator()?;
            let right = self.product()?;
            match operator {
                Operator::Add => self.check_alike(at, [&left, &right], "added to")?,
                _ => self.check_alike(at, [&right, &left], "taken from")?,
            }
            // A plain number takes the dimension of what it is added to.
            let dimension = left.dimension.or(right.dimension);
            left = self.arithmetic(operator, left, right, dimension)?;
        }
    }

    fn product(&mut self) -> Parsed<ConditionPart> {
        let mut left = self.unary()?;
        loop {
            let operator = match () {
                () if self.sign("*") => Operator::Multiply,
                () if self.sign("/") => Operator::Divide,
                () => return Ok(left),
            };
            self.count_operator()?;
            let right = self.unary()?;
            // Only a plain factor keeps a dimension; a product of two, or a number over one, has none with a name.
            let dimension = match (left.dimension, right.dimension, operator) {
                (dimension, None, _) | (None, dimension, Operator::Multiply) => dimension,
                _ => None,
            };
            left = self.arithmetic(operator, left, right, dimension)?;
        }
    }

    fn arithmetic(
        &self,
        op: Operator,
        left: ConditionPart,
        right: ConditionPart,
        dimension: Option<Dimension>,
    ) -> Parsed<ConditionPart> {
        let at = left.at;
        let node = Expression::Arithmetic(op, Box::new(self.numeric(left)?), Box::new(self.numeric(right)?));
        Ok(ConditionPart { node, at, kind: TokenKind::Number, dimension, text: String::new() })
    }

    fn unary(&mut self) -> Parsed<ConditionPart> {
        self.skip_space();
        let at = self.at;
        let mut minus_count = 0;
        while self.sign("-") {
            minus_count += 1;
        }
        let part = self.atom()?;
        if minus_count == 0 {
            return Ok(part);
        }
        let dimension = part.dimension;
        let node = self.numeric(part)?;
        let node = if minus_count % 2 == 1 { Expression::Negate(Box::new(node)) } else { node };
        Ok(ConditionPart { node, at, kind: TokenKind::Number, dimension, text: String::new() })
    }

    fn atom(&mut self) -> Parsed<ConditionPart> {
        self.skip_space();
        let at = self.at;
        match self.rest().chars().next() {
            None => Err(self.error(at, "the condition ends too early".into())),
            Some('(') => {
                self.at += 1;
                let part = self.any()?;
                self.expect(')')?;
                Ok(ConditionPart { at, ..part })
            }
            Some('"' | '\'') => {
                let text = self.quoted()?;
                Ok(ConditionPart { node: Expression::Number(0.0), at, kind: TokenKind::Text, dimension: None, text })
            }
            Some(c) if c.is_ascii_digit() || c == '.' => self.number(),
            Some(c) if c.is_alphabetic() || c == '_' => self.name(),
            Some(_) => Err(self.unexpected()),
        }
    }

    /// Digits with at most one point and an exponent, then perhaps a unit.
    fn number(&mut self) -> Parsed<ConditionPart> {
        let at = self.at;
        let bytes = self.text.as_bytes();
        let digits = |mut i: usize| {
            while bytes.get(i).is_some_and(u8::is_ascii_digit) {
                i += 1;
            }
            i
        };
        let mut end = digits(at);
        if bytes.get(end) == Some(&b'.') {
            end = digits(end + 1);
        }
        // An e without digits after it is no exponent: it begins a word, and is told as one that is no unit.
        if matches!(bytes.get(end), Some(b'e' | b'E')) {
            let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
            if bytes.get(end + 1 + sign).is_some_and(u8::is_ascii_digit) {
                end = digits(end + 1 + sign);
            }
        }
        let Ok(value) = self.text[at..end].parse::<f64>() else {
            return Err(self.error(at, format!("{:?} is no number", &self.text[at..end])));
        };
        self.at = end;
        let (size, dimension) = self.unit()?;
        Ok(ConditionPart {
            node: Expression::Number(value * size),
            at,
            kind: TokenKind::Number,
            dimension,
            text: String::new(),
        })
    }

    /// The unit after a number: its size and what it measures.
    fn unit(&mut self) -> Parsed<(f64, Option<Dimension>)> {
        // A space may stand between number and unit; the word must end with the unit: "5 minutes" are no 5 m.
        let blank = self.rest().len() - self.rest().trim_start().len();
        let rest = &self.rest()[blank..];
        let ends = |unit: &str| !rest[unit.len()..].starts_with(|c: char| c.is_alphanumeric() || c == '_' || c == '(');
        if let Some((unit, size, dimension)) = UNITS.iter().find(|(unit, ..)| rest.starts_with(unit) && ends(unit)) {
            self.at += blank + unit.len();
            return Ok((*size, Some(*dimension)));
        }
        let word: String = rest.chars().take_while(|c| c.is_alphanumeric()).collect();
        if word.is_empty() || ["and", "or"].contains(&word.as_str()) {
            return Ok((1.0, None));
        }
        let known = list(UNITS.iter().map(|(unit, ..)| *unit), UNITS.len());
        Err(self.error(self.at + blank, format!("{word:?} is no unit; units are {known}")))
    }

    /// A part that is true or false; of numbers, all but 0 are true.
    fn condition(&self, part: ConditionPart) -> Parsed<Expression> {
        match part.kind {
            TokenKind::Truth | TokenKind::Number => Ok(part.node),
            TokenKind::Feature => Err(self.error(part.at, "compare the feature: feature(A,B) == \"edge +x+y\"".into())),
            TokenKind::Text => Err(self.error(part.at, "words in quotes are no condition".into())),
        }
    }

    fn numeric(&self, part: ConditionPart) -> Parsed<Expression> {
        match part.kind {
            TokenKind::Truth | TokenKind::Number => Ok(part.node),
            TokenKind::Feature | TokenKind::Text => Err(self.error(part.at, "expected a number".into())),
        }
    }

    fn compare(&mut self) -> Parsed<Option<Compare>> {
        for (sign, compare) in [
            // The longer sign first, or `<=` would be read as `<`.
            ("<=", Compare::LessOrEqual),
            (">=", Compare::GreaterOrEqual),
            ("==", Compare::Equal),
            ("!=", Compare::NotEqual),
            ("<", Compare::Less),
            (">", Compare::Greater),
        ] {
            if self.sign(sign) {
                return Ok(Some(compare));
            }
        }
        self.skip_space();
        if self.rest().starts_with('=') {
            return Err(self.error(self.at, "equality is written ==".into()));
        }
        Ok(None)
    }

    /// Steps over a word if it comes next.
    fn word(&mut self, word: &str) -> bool {
        self.skip_space();
        let found = self
            .rest()
            .strip_prefix(word)
            .is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'));
        if found {
            self.at += word.len();
        }
        found
    }

    /// Steps over a sign if it comes next.
    fn sign(&mut self, sign: &str) -> bool {
        self.skip_space();
        let found = self.rest().starts_with(sign);
        if found {
            self.at += sign.len();
        }
        found
    }

    fn expect(&mut self, sign: char) -> Parsed<()> {
        if self.sign(sign.encode_utf8(&mut [0; 4])) {
            return Ok(());
        }
        let found = if self.at < self.text.len() { self.unexpected().message } else { "the condition ends".into() };
        Err(self.error(self.at, format!("expected {sign:?}, but {found}")))
    }

    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn skip_space(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    fn unexpected(&self) -> ConditionError {
        let word: String = self.rest().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        let found = if word.is_empty() { self.rest().chars().take(1).collect() } else { word };
        self.error(self.at, format!("{found:?} is not expected here"))
    }

    fn error(&self, at: usize, message: String) -> ConditionError {
        ConditionError { text: self.text.into(), column: self.text[..at].chars().count(), message }
    }
}

fn truth(node: Expression, at: usize) -> ConditionPart {
    ConditionPart { node, at, kind: TokenKind::Truth, dimension: None, text: String::new() }
}
