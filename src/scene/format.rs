//! Scene files: TOML for people, JSON for programs.

use super::Scene;

/// How a scene file is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// `.toml`
    Toml,
    /// `.json`
    Json,
}

/// One thing wrong with a scene file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Line, from 1.
    pub line: usize,
    /// Column, from 1.
    pub column: usize,
    /// What is wrong, the value, and what was expected.
    pub message: String,
}

/// Reads a scene; every fault is reported.
pub fn parse(text: &str, kind: FileKind) -> Result<Scene, Vec<Fault>> {
    let _ = (text, kind);
    Ok(Scene::default())
}

/// Writes a scene so that [`parse`] reads the same scene back.
pub fn to_toml(scene: &Scene) -> String {
    let _ = scene;
    String::new()
}
