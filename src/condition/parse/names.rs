//! What the names in a condition stand for: quantities, bodies and features.

use super::super::feature_names::feature_names;
use super::super::named::{self, CallForm};
use super::super::{Expression, Quantity, SumTerm, find_body, kind_of};
use super::{ConditionParser, ConditionPart, Parsed, Scope, TokenKind, truth};
use crate::physics::{BodyId, WorldPlane};
use crate::scene::spelling::{list, nearest};

impl ConditionParser<'_> {
    /// A quantity, a function, or `true` and `false`.
    pub(super) fn name(&mut self) -> Parsed<ConditionPart> {
        let at = self.at;
        let word: String = self.rest().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        self.at += word.len();
        if let Some(value) = [("true", 1.0), ("false", 0.0)].iter().find(|(name, _)| *name == word) {
            return Ok(truth(Expression::Number(value.1), at));
        }
        // The same name may stand alone and with brackets: what follows decides.
        let called = self.rest().trim_start().starts_with('(');
        if word == "abs" && called {
            self.expect('(')?;
            let inner = self.any()?;
            self.expect(')')?;
            let dimension = inner.dimension;
            let node = Expression::Abs(Box::new(self.numeric(inner)?));
            return Ok(ConditionPart { node, at, kind: TokenKind::Number, dimension, text: String::new() });
        }
        let form = match self.scope {
            Scope::Scene(_) | Scope::Told(_) => named::find(&word, called).map(|quantity| quantity.form),
            Scope::Measured(_) => None,
        };
        // A name of the scene goes before one of bodies only where no brackets ask for bodies.
        let of_bodies = matches!(form, Some(CallForm::Body(_) | CallForm::Pair(_)));
        if let Some(quantity) = self.scope.quantity(&word).filter(|_| !of_bodies) {
            if called {
                return Err(self.error(self.at, format!("{word} stands alone, without brackets")));
            }
            return self.known(at, quantity);
        }
        match form {
            Some(CallForm::Body(quantity)) => {
                let [body] = self.bodies(&word, ["BODY"], false)?;
                return self.known(at, quantity(body));
            }
            Some(CallForm::Pair(quantity)) => {
                let [a, b] = self.bodies(&word, ["A", "B"], true)?;
                return self.known(at, quantity(a, b));
            }
            _ => {}
        }
        let names = self.scope.names();
        let names = || names.iter().map(String::as_str);
        let hint = match nearest(&word, names()) {
            Some(name) => format!("did you mean {name}?"),
            None => format!("known are {}", list(names(), 30)),
        };
        Err(self.error(at, format!("there is no quantity {word:?}; {hint}")))
    }

    /// A quantity that this engine gave, where the run is another engine's.
    fn known(&mut self, at: usize, quantity: Quantity) -> Parsed<ConditionPart> {
        let lacking = if let Scope::Told(told) = self.scope { quantity.lacking(told) } else { None };
        match lacking {
            Some(reason) => Err(self.error(at, reason)),
            None => Ok(self.term(at, quantity)),
        }
    }

    /// The bodies between brackets.
    fn bodies<const N: usize>(&mut self, function: &str, forms: [&str; N], planes: bool) -> Parsed<[BodyId; N]> {
        let form = format!("{function}({})", forms.join(","));
        self.skip_space();
        if !self.rest().starts_with('(') {
            return Err(self.error(self.at, format!("{function} is about bodies: write {form}")));
        }
        self.at += 1;
        let mut bodies = [BodyId::FLOOR; N];
        for (index, body) in bodies.iter_mut().enumerate() {
            if index > 0 && !self.sign(",") {
                self.skip_space();
                return Err(self.error(self.at, format!("expected a comma: {form}")));
            }
            *body = self.body(planes)?;
        }
        self.skip_space();
        if !self.rest().starts_with(')') {
            return Err(self.error(self.at, format!("expected a closing bracket: {form}")));
        }
        self.at += 1;
        Ok(bodies)
    }

    /// A body's name, in quotes or bare up to the next comma or bracket.
    fn body(&mut self, planes: bool) -> Parsed<BodyId> {
        self.skip_space();
        let at = self.at;
        let name = if self.rest().starts_with(['"', '\'']) {
            self.quoted()?
        } else {
            let bare = self.rest().split([',', ')']).next().unwrap_or_default().to_owned();
            self.at += bare.len();
            bare.trim_end().to_owned()
        };
        if name.is_empty() {
            return Err(self.error(at, "expected the name of a body".into()));
        }
        // Names of another engine's run are looked up there, with its own words where there is none.
        let sim = match self.scope {
            Scope::Scene(sim) => sim,
            Scope::Told(told) => return told.find(&name).map_err(|unknown| self.error(at, unknown)),
            // Numbers that are measured are of no body.
            Scope::Measured(_) => return Err(self.unexpected()),
        };
        // A body that is called "floor" goes before the plane.
        let unknown = match find_body(sim, &name) {
            Ok(id) => return Ok(id),
            Err(unknown) => unknown,
        };
        let config = sim.world().config();
        if let Some(plane) = WorldPlane::ALL.into_iter().find(|plane| planes && plane.name() == name) {
            let missing = || self.error(at, format!("the scene has no {name}"));
            return plane.height(config).map(|_| plane.id()).ok_or_else(missing);
        }
        Err(self.error(at, unknown))
    }

    /// Words between quotes; a backslash takes the next letter as it is.
    pub(super) fn quoted(&mut self) -> Parsed<String> {
        let at = self.at;
        let mut letters = self.rest().char_indices();
        let quote = letters.next().map(|(_, c)| c);
        let mut words = String::new();
        while let Some((index, c)) = letters.next() {
            if Some(c) == quote {
                self.at = at + index + 1;
                return Ok(words);
            }
            let c = if c == '\\' { letters.next().map_or(c, |(_, next)| next) } else { c };
            words.push(c);
        }
        Err(self.error(at, "the quotes are not closed".into()))
    }

    /// Notes a quantity, once however often it is named.
    fn term(&mut self, at: usize, quantity: Quantity) -> ConditionPart {
        // Each quantity is evaluated and shown once a step.
        let index = self.terms.iter().position(|term| term.quantity == quantity).unwrap_or_else(|| {
            self.terms.push(SumTerm { text: self.text[at..self.at].into(), quantity });
            self.terms.len() - 1
        });
        let kind = match quantity {
            Quantity::Feature(..) => TokenKind::Feature,
            Quantity::Touching(..) | Quantity::Asleep(_) => TokenKind::Truth,
            _ => TokenKind::Number,
        };
        ConditionPart { node: Expression::Term(index), at, kind, dimension: quantity.dimension(), text: String::new() }
    }

    /// Refuses names that no feature has, so that a slip cannot pass for a contact that never was.
    pub(super) fn check_feature(&self, name: &ConditionPart) -> Parsed<()> {
        // "edge" alone is a name, too: it stands for every edge.
        let mut known = feature_names();
        let kinds: Vec<String> = known.iter().map(|name| kind_of(name).to_owned()).collect();
        known.extend(kinds);
        if known.contains(&name.text) {
            return Ok(());
        }
        let hint = match nearest(&name.text, known.iter().map(String::as_str)) {
            Some(near) => format!("did you mean {near:?}?"),
            None => "features are \"face +x\", \"edge +x-z\", \"corner +x-y+z\", \"surface\", \"front\" and their kin"
                .into(),
        };
        Err(self.error(name.at, format!("there is no feature {:?}; {hint}", name.text)))
    }
}
