import {
  type InnerList,
  isInnerList,
  type Parameters,
  parseDictionary,
  serializeItem,
} from 'structured-headers'
import type { HttpRequest } from '../../core/http-request.ts'

/** A signature that a request carries under one label. */
export interface OfferedSignature {
  label: string
  /** The components as the header lists them: `"@method"`, `"content-digest";sf`. */
  components: string[]
  parameters: Parameters
  /** The components and parameters as received, which form the line @signature-params of the base. */
  text: string
  bytes: Buffer
  /** The way in which the headers break RFC 8941, although they can be read. */
  flaw?: string
  /** The known form of that break, if it is one. */
  form?: 'unquoted-components' | 'missing-colons'
}

/** A signature, or in `unreadable` a sentence that says why there is nothing to verify. */
export type Offer = OfferedSignature | { label?: string; unreadable: string }

/** Returns the signatures of a request, label by label. There is always at least one offer. */
export function offersOf({ headers }: HttpRequest): Offer[] {
  const { 'signature-input': inputField = '', signature: signatureField = '' } = headers
  const absent = cavage(headers) ?? absence(headers)
  if (absent) return [{ unreadable: absent }]
  const inputs = membersOf(inputField)
  const signatures = membersOf(signatureField)
  const only = inputs.length === 1 && signatures.length === 1 ? inputs[0]?.label : undefined
  const labels = new Set([...inputs, ...signatures].map(({ label = only }) => label ?? ''))
  if (labels.size === 0)
    return [{ unreadable: 'The headers Signature-Input and Signature contain only commas' }]
  const stray = [inputField, signatureField].some((field) => /^\s*,|,\s*,|,\s*$/.test(field))
  return [...labels].map((label) => {
    const input = inputs.find((member) => member.label === label)
    const signature = signatures.find((member) => (member.label ?? only) === label)
    if (input && signature) return offered(label, input, signature, stray)
    return {
      label,
      unreadable: onlyIn(label, input ? ['Signature-Input', signatures] : ['Signature', inputs]),
    }
  })
}

/** Detects the signature form that preceded RFC 9421, in a header of its own or in Authorization. */
const cavage = ({
  'signature-input': input,
  signature = '',
  authorization = '',
}: HttpRequest['headers']): string | undefined => {
  const members = /(?:^|,|Signature )\s*(?:keyId|algorithm|headers|signature)=/g
  const found = [signature, authorization].some((field) => (field.match(members)?.length ?? 0) > 1)
  return found && input === undefined
    ? 'The request is signed in the form of draft-cavage-http-signatures (keyId, headers, signature), which RFC 9421 has replaced; send Signature-Input: sig1=("@method" "@target-uri" …);created=…;keyid="…" and Signature: sig1=:BASE64:'
    : undefined
}

const absence = ({ 'signature-input': input, signature }: HttpRequest['headers']): string | undefined => {
  if (input === undefined && signature === undefined) {
    return 'The request is not signed: it has neither a Signature-Input nor a Signature header'
  }
  if (input === undefined) return 'The request has a Signature header, but no Signature-Input'
  if (signature === undefined) return 'The request has a Signature-Input header, but no Signature'
  if (input.trim() === '') return 'The header Signature-Input is empty'
  return signature.trim() === '' ? 'The header Signature is empty' : undefined
}

const onlyIn = (label: string, [where, others]: [string, FieldMember[]]): string => {
  const other = where === 'Signature' ? 'Signature-Input' : 'Signature'
  const found = others
    .map((member) => (member.label === undefined ? 'no label' : `"${member.label}"`))
    .join(', ')
  return `The label "${label}" is only in ${where}, and ${other} has ${found}; a signature must have the same label in both`
}

/** Reads one signature. `stray`: true if the fields have commas without a member beside them. */
const offered = (label: string, input: FieldMember, signature: FieldMember, stray: boolean): Offer => {
  const list = listIn(input.text)
  const guessed = list ?? listIn(quoted(input.text))
  if (!guessed) return { label, unreadable: `Signature-Input breaks RFC 8941: "${label}" is ${example}` }
  const bytes = bytesIn(signature.text)
  if (!bytes)
    return {
      label,
      unreadable: `Signature breaks RFC 8941: "${label}" is not base64 between colons; write ${label}=:BASE64:`,
    }
  const isUrlSafe = /[_-]/.test(signature.text)
  const flaws = [
    ...(stray ? ['an extra comma'] : []),
    ...(/^[a-z*][a-z0-9_.*-]*$/.test(label) ? [] : [`the label "${label}" is not in lower case`]),
    ...(list
      ? []
      : [
          `in Signature-Input, the components of "${label}" are not in double quotes; write ${label}=("@method" …)`,
        ]),
    ...(isUrlSafe
      ? [`in Signature, "${label}" is base64url; write base64 with + and /, and with padding`]
      : flawsOfSignature(label, signature, bytes.inColons)),
  ]
  const [items, parameters] = guessed
  return {
    label,
    components: items.map((item) => serializeItem(item)),
    parameters,
    text: input.text,
    bytes: bytes.value,
    ...(flaws.length > 0 ? { flaw: `The headers break RFC 8941: ${flaws.join(', and ')}` } : {}),
    ...formOf(list !== undefined, bytes.inColons || isUrlSafe),
  }
}

const formOf = (inQuotes: boolean, inColons: boolean): Pick<OfferedSignature, 'form'> => {
  if (!inQuotes) return { form: 'unquoted-components' }
  return inColons ? {} : { form: 'missing-colons' }
}

const flawsOfSignature = (label: string, signature: FieldMember, inColons: boolean): string[] => {
  if (signature.label === undefined) return [`in Signature, the base64 has no label; write ${label}=:BASE64:`]
  return inColons
    ? []
    : [`in Signature, the base64 of "${label}" is not between colons; write ${label}=:BASE64:`]
}

const example =
  'not a list of components in double quotes in parentheses; write LABEL=("@method" "@target-uri" …);created=…;keyid="…"'

const listIn = (text: string): InnerList | undefined => {
  try {
    const member = parseDictionary(`x=${text}`).get('x')
    const list = member && isInnerList(member) ? member : undefined
    return list?.[0].every(([name]) => typeof name === 'string') ? list : undefined
  } catch {
    return undefined
  }
}

/** Puts the components of `(@method authorization);keyid="k"` in double quotes. */
const quoted = (text: string): string =>
  text.replace(/^\(([^()"]*)\)/, (_, names: string) => `(${names.trim().replace(/[^ ]+/g, '"$&"')})`)

const bytesIn = (text: string): { value: Buffer; inColons: boolean } | undefined => {
  const [, between] = /^:([A-Za-z0-9+/]+={0,2}):$/.exec(text) ?? []
  // A signature has at least 32 bytes. Anything shorter may be any word.
  const [bare] = /^[\w+/-]{43,}={0,2}$/.exec(text.replace(/^[:"]|[:"]$/g, '')) ?? []
  if (between !== undefined) return { value: Buffer.from(between, 'base64'), inColons: true }
  return bare === undefined ? undefined : { value: Buffer.from(bare, 'base64'), inColons: false }
}

/** The text of one member of a dictionary field, valid under RFC 8941 or not. */
export interface FieldMember {
  label?: string
  text: string
}

/** Splits a field at the commas outside of quotes. */
export function membersOf(field: string): FieldMember[] {
  return (field.match(/(?:"(?:\\.|[^"\\])*"?|[^,"])+/gs) ?? [])
    .map((member) => member.trim())
    .filter((member) => member !== '')
    .map(memberIn)
}

/** Base64 without a label may end in `=`, which does not make it a label. */
const memberIn = (member: string): FieldMember => {
  const [, label, text] = /^([a-zA-Z*][\w.*-]*)=(?!=?$)(.*)$/s.exec(member) ?? []
  return label === undefined || text === undefined ? { text: member } : { label, text: text.trim() }
}
