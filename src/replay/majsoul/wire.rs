//! Protocol Buffers as they are sent: tags, varints and lengths, borrowed from the bytes.

/// The value of a field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Value<'a> {
    /// A number or a flag.
    Varint(u64),
    /// A text, a message or packed numbers.
    Bytes(&'a [u8]),
    /// The same, where the bytes end before it does.
    Cut(&'a [u8]),
    /// 32 or 64 bits, which no field of a record has.
    Fixed,
}

/// The fields of a message in the order of its bytes; ends with an error where they are no message.
#[derive(Clone, Copy, Debug)]
pub(super) struct WireFields<'a> {
    rest: &'a [u8],
    broken: bool,
}

/// No message continues like this.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct WireError;

impl<'a> WireFields<'a> {
    /// The fields of these bytes.
    pub fn new(bytes: &'a [u8]) -> WireFields<'a> {
        WireFields { rest: bytes, broken: false }
    }

    fn field(&mut self) -> Option<(u32, Value<'a>)> {
        let tag = varint(&mut self.rest)?;
        let number = u32::try_from(tag >> 3).ok().filter(|&number| number > 0)?;
        let value = match tag & 7 {
            0 => Value::Varint(varint(&mut self.rest)?),
            1 => self.take(8).map(|_| Value::Fixed)?,
            2 => {
                let length = usize::try_from(varint(&mut self.rest)?).ok()?;
                match self.take(length) {
                    Some(bytes) => Value::Bytes(bytes),
                    None => Value::Cut(std::mem::take(&mut self.rest)),
                }
            }
            5 => self.take(4).map(|_| Value::Fixed)?,
            _ => return None,
        };
        Some((number, value))
    }

    fn take(&mut self, length: usize) -> Option<&'a [u8]> {
        let (bytes, rest) = self.rest.split_at_checked(length)?;
        self.rest = rest;
        Some(bytes)
    }
}

impl<'a> Iterator for WireFields<'a> {
    type Item = Result<(u32, Value<'a>), WireError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.rest.is_empty() || self.broken {
            return None;
        }
        let field = self.field().ok_or(WireError);
        self.broken = field.is_err();
        Some(field)
    }
}

/// Takes a number: seven bits a byte, the lowest first, at most ten bytes.
fn varint(rest: &mut &[u8]) -> Option<u64> {
    let mut value = 0;
    for (i, &byte) in rest.iter().take(10).enumerate() {
        value |= u64::from(byte & 0x7f) << (7 * i);
        if byte < 0x80 {
            *rest = &rest[i + 1..];
            return Some(value);
        }
    }
    None
}

/// Packed numbers.
pub(super) fn packed(mut bytes: &[u8]) -> impl Iterator<Item = Option<u64>> {
    std::iter::from_fn(move || {
        if bytes.is_empty() {
            return None;
        }
        let number = varint(&mut bytes);
        if number.is_none() {
            bytes = &[];
        }
        Some(number)
    })
}

/// A message with a name; what is cut is marked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wrapper<'a> {
    /// Without the package.
    pub name: &'a [u8],
    /// The message.
    pub data: &'a [u8],
    /// Whether its end is missing.
    pub cut: bool,
}

impl<'a> Wrapper<'a> {
    /// The wrapper, if these bytes are one.
    pub fn of(bytes: &'a [u8]) -> Option<Wrapper<'a>> {
        let mut wrapper = Wrapper { name: b"", data: b"", cut: false };
        for field in WireFields::new(bytes) {
            match field.ok()? {
                (1, Value::Bytes(name)) => wrapper.name = unpackaged(name),
                (2, Value::Bytes(data)) => wrapper.data = data,
                (2, Value::Cut(data)) => (wrapper.data, wrapper.cut) = (data, true),
                (1 | 2, _) => return None,
                _ => {}
            }
        }
        Some(wrapper)
    }
}

/// A message's name without `.lq.`.
pub(super) fn unpackaged(name: &[u8]) -> &[u8] {
    let name = name.strip_prefix(b".").unwrap_or(name);
    name.strip_prefix(b"lq.").unwrap_or(name)
}
