import { paddingOf } from '../../core/json.ts'
import { shortest } from '../../target-file/keys/secrets.ts'
import type { Secret } from '../../target-file/target.ts'
import { withoutCredentials } from './credentials.ts'
import { createTraceFinder } from './held-traces.ts'
import { likeness, marker } from './marker.ts'
import { formsOf } from './secret-forms.ts'

/** Replaces secrets in texts before they are recorded or shown. The shape of a text is kept. */
export interface Redactor {
  text: (text: string) => string
  /** Replaces secrets in a text that is compared without regard to case, such as the name of a header. */
  name: (name: string) => string
  /** Replaces secrets in every text within plain data. */
  texts: <T>(value: T) => T
}

/**
 * Creates a redactor. The list of secrets may grow during the run: a token that a command prints is added before it is
 * used.
 */
export function createRedactor(secrets: readonly Secret[]): Redactor {
  const withoutKnown = growing(secrets, 'g')
  const text = (text: string): string => {
    const padding = paddingOf(text)
    const known = withoutKeys(withoutSharedSecrets(withoutKnown(text.slice(0, padding))))
    return withoutCredentials(known, marker) + text.slice(padding)
  }
  const short = remembering(text, secrets)
  return {
    text: short,
    name: remembering(growing(secrets, 'gi'), secrets),
    texts: (value) => inTexts(value, short) as typeof value,
  }
}

/** Longer texts rarely occur twice. */
const longestRemembered = 64
const mostRemembered = 10_000

/** Remembers what becomes of short texts, such as the names of headers, as long as the list of secrets does not grow. */
const remembering = (
  change: (text: string) => string,
  secrets: readonly Secret[],
): ((text: string) => string) => {
  const changed = new Map<string, string>()
  let known = 0
  return (text) => {
    if (text.length > longestRemembered) return change(text)
    if (secrets.length !== known || changed.size > mostRemembered) changed.clear()
    known = secrets.length
    const result = changed.get(text) ?? change(text)
    changed.set(text, result)
    return result
  }
}

const growing = (secrets: readonly Secret[], flags: string): ((text: string) => string) => {
  let known = 0
  let replace = replacerOf([], flags)
  return (text) => {
    if (secrets.length !== known) {
      known = secrets.length
      replace = replacerOf(secrets, flags)
    }
    return replace(text)
  }
}

const inTexts = (value: unknown, change: (text: string) => string): unknown => {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((item) => inTexts(item, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [change(key), inTexts(item, change)]))
}

/** A secret, and the text that stands for it. */
interface Replaced {
  value: string
  stands: string
}

/**
 * Replaces all secrets that a text may hold, longest first, so that a secret within another does not cut it in two. Most
 * texts hold none, and most others hold one as it is: only what is left then is searched for other forms, with one pattern.
 */
const replacerOf = (secrets: readonly Secret[], flags: string): ((text: string) => string) => {
  const searched = secrets
    .filter(({ value }) => value.length >= shortest)
    .sort((a, b) => b.value.length - a.value.length)
    .map(({ name, value }) => ({ value, stands: marker(name, value) }))
  const held = createTraceFinder(searched.map(({ value }) => value))
  const heldIn = (text: string): Replaced[] => held(text).flatMap((place) => searched[place] ?? [])
  const ways = new Map<string, (text: string) => string>()
  return (text) => {
    const found = heldIn(text)
    if (found.length === 0) return text
    const rest = withoutPlain(text, found)
    const others = rest === text ? found : heldIn(rest)
    if (others.length === 0) return rest
    const key = others.map(({ stands }) => stands).join(' ')
    const replace = ways.get(key) ?? replacing(others, flags)
    ways.set(key, replace)
    return replace(rest)
  }
}

/** Replaces a secret that stands alone and unchanged, which is quicker than a search for all of its forms. */
const withoutPlain = (text: string, [secret, ...others]: readonly Replaced[]): string =>
  !secret || others.length > 0 || isPartOfItsEscapedForm.test(secret.value)
    ? text
    : text.replaceAll(secret.value, () => secret.stands)

/** A secret that begins or ends like this is found within its escaped form, of which a backslash would remain. */
const isPartOfItsEscapedForm = /^["/\\]|\\$/

const replacing = (secrets: readonly Replaced[], flags: string): ((text: string) => string) => {
  const each = secrets.map(({ value, stands }) => ({ forms: formsOf(value).join('|'), stands }))
  const pattern = new RegExp(each.map(({ forms }) => forms).join('|'), flags)
  const whole = each.map(({ forms, stands }) => ({
    pattern: new RegExp(`^(?:${forms})$`, flags.replace('g', '')),
    stands,
  }))
  return (text) =>
    text.replace(pattern, (found) => whole.find((own) => own.pattern.test(found))?.stands ?? '[secret]')
}

const privatePem = /-----BEGIN [A-Z ]*PRIVATE KEY-----.*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/gs
// Quotes may be escaped several times. The limit keeps an endless run of backslashes from being searched again and
// again.
const privateMember = /("(?:d|p|q|dp|dq|qi|k)\\{0,7}"\s*:\s*\\{0,7}")[\w-]{32,}/g

/** Hides anybody's private keys: as PEM, and the private members of a JWK. */
const withoutKeys = (text: string): string => {
  const rest = text.includes('PRIVATE KEY-----') ? text.replace(privatePem, '[private key]') : text
  return rest.includes('"') ? rest.replace(privateMember, '$1[private key]') : rest
}

const sharedSecret = /(sharedSecret\\{0,7}"\s*:\s*\\{0,7}")((?:[^"\\]|\\u[\da-fA-F]{4}|\\\/)*)/g

const withoutSharedSecrets = (text: string): string =>
  text.includes('sharedSecret')
    ? text.replace(sharedSecret, (_, before: string, value: string) => before + likenessInJson(value))
    : text

const likenessInJson = (value: string): string => {
  const plain = value.replace(/\\u([\da-fA-F]{4})|\\\//g, (_, unit?: string) =>
    unit ? String.fromCharCode(Number.parseInt(unit, 16)) : '/',
  )
  return JSON.stringify(likeness(plain)).slice(1, -1)
}
