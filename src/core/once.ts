/** Returns a function that makes a value when it is first called. */
export function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** Caches a function of a name. The value is made when it is first needed. */
export function onceForName<Value>(make: (name: string) => Value): (name: string) => Value {
  const made = new Map<string, Value>()
  return (name) => remembered(made, name, make)
}

/** Caches a function of an object, for as long as the object lives. */
export function onceFor<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new WeakMap<Key, Value>()
  return (key) => remembered(made, key, make)
}

interface MadeOnce<Key, Value> {
  get: (key: Key) => Value | undefined
  set: (key: Key, value: Value) => unknown
}

const remembered = <Key, Value>(made: MadeOnce<Key, Value>, key: Key, make: (key: Key) => Value): Value => {
  const known = made.get(key)
  if (known !== undefined) return known
  const value = make(key)
  made.set(key, value)
  return value
}
