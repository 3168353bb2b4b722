//! The input and output of an operation, gathered from the types of its function.

use schemars::{JsonSchema, Schema, SchemaGenerator, generate::SchemaSettings};
use serde_json::{Map, Value, json};

/// Related operations, grouped on the API page and in the document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Group(pub(crate) &'static str);

/// The schemas of all named types. Input and output may differ in which fields are required.
#[derive(Debug)]
pub(crate) struct Schemas {
    given: SchemaGenerator,
    told: SchemaGenerator,
}

impl Schemas {
    pub(crate) fn new() -> Self {
        let settings = SchemaSettings::draft2020_12().with(|settings| {
            settings.definitions_path = "/components/schemas".into();
            settings.meta_schema = None;
        });
        let told = settings.clone().for_serialize().into_generator();
        Self { given: settings.for_deserialize().into_generator(), told }
    }

    /// Returns the schema of an output type.
    pub(super) fn told<T: JsonSchema>(&mut self) -> Value {
        self.told.subschema_for::<T>().to_value()
    }

    /// Returns the schema of an input type.
    pub(super) fn given<T: JsonSchema>(&mut self) -> Value {
        self.given.subschema_for::<T>().to_value()
    }

    /// Returns the fields of an input type in an address: name, schema, and whether it is required.
    pub(super) fn fields<T: JsonSchema>(&mut self) -> Vec<(String, Value, bool)> {
        let schema = T::json_schema(&mut self.given);
        let of = |name: &str| schema.get(name).cloned().unwrap_or_default();
        let required = of("required");
        let is_required =
            |name: &str| required.as_array().is_some_and(|all| all.iter().any(|one| one == name));
        let properties = of("properties");
        let properties = properties.as_object().cloned().unwrap_or_default();
        properties
            .into_iter()
            .map(|(name, schema)| {
                let must = is_required(&name);
                (name, never_null(schema), must)
            })
            .collect()
    }

    /// Returns all referenced schemas by name. A type used for both input and output must have the same schema for
    /// both.
    pub(super) fn definitions(mut self) -> Map<String, Value> {
        let mut all = self.given.take_definitions(true);
        for (name, schema) in self.told.take_definitions(true) {
            let before = all.insert(name.clone(), schema);
            debug_assert!(
                before.is_none_or(|before| before == all[&name]),
                "two types are called {name}, or one differs between input and output"
            );
        }
        all
    }
}

/// Removes `null`: an address can omit a value but cannot say null.
fn never_null(mut schema: Value) -> Value {
    let Some(object) = schema.as_object_mut() else { return schema };
    if let Some(Value::Array(types)) = object.get_mut("type") {
        types.retain(|one| one != "null");
        if let [only] = types.as_slice() {
            let only = only.clone();
            object.insert("type".to_owned(), only);
        }
    }
    let is_null = |one: &Value| *one == json!({ "type": "null" });
    let only = object.get("anyOf").and_then(Value::as_array).and_then(|any| {
        let some: Vec<&Value> = any.iter().filter(|one| !is_null(one)).collect();
        (some.len() == 1 && any.len() == 2).then(|| some[0].clone())
    });
    if let Some(Value::Object(only)) = only {
        object.remove("anyOf");
        object.extend(only);
    }
    schema
}

/// A parameter in the path or query.
#[derive(Debug, Clone)]
pub(crate) struct Parameter {
    pub(crate) place: &'static str,
    pub(crate) name: String,
    pub(crate) is_required: bool,
    pub(crate) schema: Value,
}

/// A successful response.
#[derive(Debug, Clone)]
pub(crate) struct Given {
    pub(crate) status: u16,
    pub(crate) words: &'static str,
    /// Its media type and schema; `None` for a response without a body.
    pub(crate) content: Option<(&'static str, Value)>,
}

/// The input and output of an operation.
#[derive(Debug, Clone, Default)]
pub(crate) struct Shape {
    pub(crate) parameters: Vec<Parameter>,
    /// The media type and schema of the body, if one is expected.
    pub(crate) body: Option<(&'static str, Value)>,
    pub(crate) answers: Vec<Given>,
}

/// Returns a handwritten schema, for what types cannot express.
pub(super) fn schema(value: Value) -> Schema {
    value.try_into().unwrap_or_else(|_| Schema::from(true))
}
