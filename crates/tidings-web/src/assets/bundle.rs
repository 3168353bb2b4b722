//! Joins the script modules into one file, so that a first visit makes one request for them.
//!
//! The sources stay ordinary ES modules. Each becomes a function that returns what it exports, and its imports are taken
//! from the modules before it, so the modules must be listed in the order of their imports and must not import each
//! other in a circle. Comments and indentation are left out. Only the forms that our own scripts use are understood; a test
//! checks that nothing else is there.

use std::fmt::Write;

/// The name of the joined file.
pub(super) const NAME: &str = "tidings.js";

/// Joins modules, each a file name and its text.
pub(super) fn join(modules: &[(&str, &str)]) -> String {
    let mut joined = String::new();
    for (file, text) in modules {
        let (body, exports) = body(text);
        let module = module(file);
        let exports = exports.join(", ");
        _ = writeln!(joined, "const {module} = (() => {{\n{body}return {{ {exports} }};\n}})();");
    }
    joined
}

/// Returns a module's text without imports and exports, and the names of its exports.
fn body(text: &str) -> (String, Vec<&str>) {
    let (mut body, mut exports) = (String::new(), Vec::new());
    for line in lines(text) {
        let bare = line.strip_prefix("export ").unwrap_or(line);
        if bare.len() < line.len() {
            let name =
                bare.trim_start_matches("async ").split_once(' ').map_or("", |(_, name)| name);
            exports
                .push(name.split(|c: char| c != '$' && !c.is_alphanumeric()).next().unwrap_or(""));
        }
        push(&mut body, bare);
    }
    (body, exports)
}

/// Appends a line; an import becomes a declaration.
fn push(text: &mut String, line: &str) {
    _ = match import(line) {
        Some((names, file)) => writeln!(text, "const {names} = {};", module(file)),
        None => writeln!(text, "{line}"),
    };
}

/// Returns the lines that matter, without their indentation.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    let is_code =
        |line: &&str| !line.is_empty() && !line.starts_with("//") && !line.starts_with("/*");
    text.lines().map(str::trim).filter(is_code)
}

/// Takes an import apart: what it names, and the file.
fn import(line: &str) -> Option<(&str, &str)> {
    let (names, file) = line.strip_prefix("import ")?.split_once(" from './")?;
    Some((names.trim_start_matches("* as "), file.strip_suffix("';")?))
}

/// Returns the variable that holds a module.
fn module(file: &str) -> String {
    format!("{}$", file.trim_end_matches(".js"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assets::MODULES;

    #[test]
    fn a_module_takes_its_imports_from_those_before_it() {
        let base = "// Why.\nexport const a = 1;\nlet b = 2;\nexport async function sum(c) {\n  return a + b + c;\n}\n";
        let user = "import { a, sum } from './base.js';\nimport * as base from './base.js';\n\n/** Runs. */\nsum(a);\n";
        assert_eq!(
            join(&[("base.js", base), ("user.js", user)]),
            "const base$ = (() => {\nconst a = 1;\nlet b = 2;\nasync function sum(c) {\nreturn a + b + c;\n}\n\
             return { a, sum };\n})();\nconst user$ = (() => {\nconst { a, sum } = base$;\nconst base = base$;\nsum(a);\n\
             return {  };\n})();\n"
        );
    }

    #[test]
    fn modules_are_in_the_order_of_their_imports() {
        for (index, (file, text)) in MODULES.iter().enumerate() {
            for (_, imported) in text.lines().filter_map(import) {
                assert!(
                    MODULES[..index].iter().any(|(name, _)| *name == imported),
                    "{file} imports {imported}, which must come before it"
                );
            }
        }
    }

    #[test]
    fn scripts_use_only_what_can_be_joined() {
        for (file, text) in MODULES {
            for line in text.lines() {
                let is_other_import = line.starts_with("import") && import(line).is_none();
                let is_other_export = ["export default", "export {", "export let", "export *"]
                    .iter()
                    .any(|form| line.starts_with(form));
                let is_long_comment = line.trim().starts_with("/*") && !line.ends_with("*/");
                let is_long_text = line.matches('`').count() % 2 == 1;
                assert!(
                    !(is_other_import || is_other_export || is_long_comment || is_long_text),
                    "{file}: {line}"
                );
            }
        }
    }
}
