//! From a request to a response: who calls, whether they may, what they send, and whether they already have the
//! response.

use super::{
    extract::{Part, Sent},
    problem::{Kind, Problem},
    responses::Answer,
    shape::{Schemas, Shape},
};
use crate::{
    acts::Actor,
    app::Inner,
    clients::{Caller, authorization},
    etag::{ClientVersions, Tag},
    preferences::Preferences,
    routes::handlers::on_request,
    voice::Voice,
};
use axum::{
    body::{Body, Bytes, to_bytes},
    extract::Request,
    response::{IntoResponse, Response},
    routing::{MethodFilter, MethodRouter},
};
use http::{HeaderMap, HeaderValue, Method, StatusCode, header, request::Parts};
use jiff::Timestamp;
use std::{future::Future, pin::Pin, sync::Arc};
use tidings_model::UserId;

/// An authenticated request.
#[derive(Debug)]
pub(super) struct Call {
    pub(super) inner: Arc<Inner>,
    pub(super) caller: Caller,
    headers: HeaderMap,
}

impl Call {
    pub(super) fn user(&self) -> UserId {
        self.caller.id()
    }

    /// Returns the person on whose behalf the program acts.
    pub(super) fn actor(&self) -> Actor<'_> {
        Actor::new(&self.inner, &self.caller.user)
    }

    pub(super) fn now(&self) -> Timestamp {
        self.inner.clock.now()
    }

    pub(super) fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name)?.to_str().ok()
    }

    /// Returns the person's preferences.
    pub(super) async fn preferences(&self) -> Result<Preferences, Problem> {
        Ok(self.inner.look_of(self.user()).await?)
    }

    /// Returns the language and time zone of sentences: the person's choice, otherwise `Accept-Language`.
    pub(super) async fn voice(&self) -> Result<Voice, Problem> {
        Ok(Voice::new(self.preferences().await?, &self.headers))
    }
}

/// A function that handles an operation. It takes a [`Call`] and up to two parts of the request; `P` is the tuple of
/// their types.
pub(super) trait Handle<P>: Copy + Send + Sync + 'static {
    fn handle(
        self,
        call: Call,
        sent: Sent,
    ) -> impl Future<Output = Result<Response, Problem>> + Send;

    fn shape(schemas: &mut Schemas) -> Shape;

    fn limit(inner: &Inner) -> usize;
}

macro_rules! handle {
    ($($part:ident $name:ident),*) => {
        impl<F, Fut, O, $($part),*> Handle<($($part,)*)> for F
        where
            F: Fn(Call, $($part),*) -> Fut + Copy + Send + Sync + 'static,
            Fut: Future<Output = Result<O, Problem>> + Send,
            O: Answer,
            $($part: Part,)*
        {
            #[allow(unused_mut, unused_variables, reason = "functions without parts do not use them")]
            async fn handle(self, call: Call, mut sent: Sent) -> Result<Response, Problem> {
                $(let $name = $part::read(&mut sent).await?;)*
                Ok(self(call, $($name),*).await?.into_response())
            }

            fn shape(schemas: &mut Schemas) -> Shape {
                let mut shape = Shape::default();
                $($part::describe(schemas, &mut shape);)*
                O::describe(schemas, &mut shape);
                shape
            }

            #[allow(unused_variables, reason = "functions without parts do not use them")]
            fn limit(inner: &Inner) -> usize {
                0 $(+ $part::limit(inner))*
            }
        }
    };
}

handle!();
handle!(A a);
handle!(A a, B b);

/// Returns the shape of a function's input and output.
pub(super) fn shape_of<P, H: Handle<P>>(_: H, schemas: &mut Schemas) -> Shape {
    H::shape(schemas)
}

/// Returns the method router of an operation.
pub(super) fn method_router<P: 'static, H: Handle<P>>(
    method: &Method,
    handler: H,
) -> MethodRouter<Arc<Inner>> {
    let filter = MethodFilter::try_from(method.clone())
        .expect("the table has only methods that axum supports");
    on_request(filter, move |request, inner| {
        let limit = H::limit(&inner);
        let handle = move |call, sent| -> Handling { Box::pin(handler.handle(call, sent)) };
        Box::pin(answer(inner, limit, request, Box::new(handle)))
    })
}

/// What an operation does, without the type of its function.
type Handling = Pin<Box<dyn Future<Output = Result<Response, Problem>> + Send>>;

async fn answer(
    inner: Arc<Inner>,
    limit: usize,
    request: Request,
    handle: Box<dyn FnOnce(Call, Sent) -> Handling + Send>,
) -> Response {
    admitted(inner, limit, request, handle).await.unwrap_or_else(Problem::into_response)
}

async fn admitted(
    inner: Arc<Inner>,
    limit: usize,
    request: Request,
    handle: Box<dyn FnOnce(Call, Sent) -> Handling + Send>,
) -> Result<Response, Problem> {
    let (head, body) = request.into_parts();
    let caller = admit(&inner, &head).await?;
    let is_look = head.method.is_safe();
    if !is_look {
        caller.check_may_write()?;
    }
    let body = read(body, limit).await?;
    let known = ClientVersions::of(&head.headers);
    let call =
        Call { inner: Arc::clone(&inner), caller: caller.clone(), headers: head.headers.clone() };
    let response = handle(call, Sent { head, body }).await?;
    if is_look {
        return tagged(response, &known).await;
    }
    // A change shows that the person is present. What a program does on its own, it does with `GET`.
    caller.is_here(&inner).await?;
    Ok(response)
}

/// Returns the body of an operation that takes one. Other bodies are ignored, because many programs send an empty
/// object.
async fn read(body: Body, limit: usize) -> Result<Bytes, Problem> {
    if limit == 0 {
        return Ok(Bytes::new());
    }
    to_bytes(body, limit).await.map_err(|_| {
        Problem::new(Kind::TooLarge, format!("expected a body of at most {limit} bytes"))
    })
}

async fn admit(inner: &Inner, head: &Parts) -> Result<Caller, Problem> {
    let password = authorization(&head.headers, "Bearer ").ok_or_else(|| {
        let words = "send the header Authorization: Bearer, followed by an app password";
        Problem::new(Kind::WrongPassword, words)
    })?;
    Ok(Caller::by_password(inner, head, password).await?)
}

/// Adds the `ETag`, and leaves out the body if the client already has it.
async fn tagged(response: Response, known: &ClientVersions) -> Result<Response, Problem> {
    let media_type = response.headers().get(header::CONTENT_TYPE);
    if response.status() != StatusCode::OK
        || media_type.is_some_and(|kind| kind.as_bytes().starts_with(b"text/event-stream"))
    {
        return Ok(response);
    }
    let (parts, body) = response.into_parts();
    let body = to_bytes(body, usize::MAX)
        .await
        .map_err(|error| crate::Error::internal("an answer could not be read back", &error))?;
    let tag = Tag::of(&body);
    let mut response = tag.answer(known, || Response::from_parts(parts, body.into()));
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-cache"));
    headers.append(header::VARY, HeaderValue::from_static("authorization"));
    Ok(response)
}
