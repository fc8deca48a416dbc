// Dictionaries of RFC 8941, as far as signatures and digests need them: their members are inner lists of strings, and
// byte sequences. Everything that breaks the grammar is a SyntaxError.

/** A bare item and its serialized form. */
export interface Item {
  value: string | number | boolean | Buffer
  text: string
}

export type Parameters = Map<string, Item>

export type Member =
  | { items: Array<{ item: Item; parameters: Parameters }>; parameters: Parameters }
  | { item: Item; parameters: Parameters }

export function dictionary(field: string): Map<string, Member> {
  return new Reader(field).dictionary()
}

export function serializedParameters(parameters: Parameters): string {
  return [...parameters]
    .map(([name, { value, text }]) => (value === true ? `;${name}` : `;${name}=${text}`))
    .join('')
}

const yes: Item = { value: true, text: '?1' }

class Reader {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text.replace(/^ +| +$/g, '')
  }

  dictionary(): Map<string, Member> {
    const members = new Map<string, Member>()
    while (this.#at < this.#text.length) {
      const key = this.#key()
      members.set(
        key,
        this.#take(/=/y) === undefined ? { item: yes, parameters: this.#parameters() } : this.#member(),
      )
      this.#take(/[ \t]*/y)
      if (this.#at === this.#text.length) return members
      this.#demand(/,[ \t]*/y, 'a comma')
      if (this.#at === this.#text.length) throw new SyntaxError('a comma stands at the end')
    }
    return members
  }

  #member(): Member {
    if (this.#take(/\(/y) === undefined) return { item: this.#item(), parameters: this.#parameters() }
    const items = []
    for (;;) {
      this.#take(/ */y)
      if (this.#take(/\)/y) !== undefined) return { items, parameters: this.#parameters() }
      items.push({ item: this.#item(), parameters: this.#parameters() })
      if (!/[ )]/.test(this.#text.charAt(this.#at))) throw new SyntaxError('an inner list is not closed')
    }
  }

  #parameters(): Parameters {
    const parameters: Parameters = new Map()
    while (this.#take(/; */y) !== undefined) {
      const key = this.#key()
      parameters.set(key, this.#take(/=/y) === undefined ? yes : this.#item())
    }
    return parameters
  }

  #key(): string {
    return this.#demand(/[a-z*][a-z0-9_.*-]*/y, 'a key')
  }

  #item(): Item {
    const string = this.#take(/"(?:[ !#-[\]-~]|\\["\\])*"/y)
    if (string !== undefined) return { value: string.slice(1, -1).replace(/\\(.)/g, '$1'), text: string }
    const bytes = this.#take(/:[A-Za-z0-9+/]*={0,2}:/y)
    if (bytes !== undefined) {
      const value = Buffer.from(bytes.slice(1, -1), 'base64')
      return { value, text: `:${value.toString('base64')}:` }
    }
    const boolean = this.#take(/\?[01]/y)
    if (boolean !== undefined) return { value: boolean === '?1', text: boolean }
    const decimal = this.#take(/-?[0-9]{1,12}\.[0-9]{1,3}(?![0-9.])/y)
    if (decimal !== undefined) {
      const value = Number(decimal)
      return { value, text: Number.isInteger(value) ? `${value}.0` : String(value) }
    }
    const integer = this.#take(/-?[0-9]{1,15}(?![0-9.])/y)
    if (integer !== undefined) return { value: Number(integer), text: String(Number(integer)) }
    const token = this.#demand(/[A-Za-z*][A-Za-z0-9!#$%&'*+.^_`|~:/-]*/y, 'an item')
    return { value: token, text: token }
  }

  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at
    const [found] = pattern.exec(this.#text) ?? []
    this.#at += found?.length ?? 0
    return found
  }

  #demand(pattern: RegExp, what: string): string {
    const found = this.#take(pattern)
    if (found === undefined) throw new SyntaxError(`${what} is missing at character ${this.#at}`)
    return found
  }
}
