import type { KeyLookup, PublicKey, ReceivedRequest } from '../core/request.ts'
import { type Member, membersOf } from './dictionary.ts'
import { type Reading, readInput, readSignature, type SignatureInput } from './reading.ts'

/**
 * A signature that a request offers under one label. Both optional parts are missing if the request has neither header.
 */
export interface Candidate {
  request: ReceivedRequest
  signature?: ReadSignature
  /** The reason why no signature can be read. */
  unreadable?: string
}

export interface ReadSignature {
  request: ReceivedRequest
  label: string
  input: SignatureInput
  bytes: Uint8Array
  /** Violations of RFC 8941 or 9421 in the two headers that did not prevent reading the signature. */
  flaws: string[]
  /** The subset of these violations that known clients have, and that leave no doubt about the meaning. */
  forms: string[]
  keyId: string | undefined
  key: PublicKey | undefined
}

/** Reads all signatures of a request, label by label. Returns at least one candidate. */
export function candidatesOf(request: ReceivedRequest, keys: KeyLookup): Candidate[] {
  const { headers } = request
  const cavage = cavageFlaw(headers.get('signature')) ?? cavageFlaw(headers.get('authorization'))
  if (cavage !== undefined && !headers.has('signature-input')) return [{ request, unreadable: cavage }]
  if (!headers.has('signature-input') && !headers.has('signature')) return [{ request }]
  const inputs = readHeader('Signature-Input', headers.get('signature-input'), readInput)
  const onlyLabel = inputs.readings.size === 1 ? [...inputs.readings.keys()][0] : undefined
  const signatures = readHeader('Signature', headers.get('signature'), readSignature, onlyLabel)
  const flaws = [...inputs.flaws, ...signatures.flaws]
  const forms = [...inputs.forms, ...signatures.forms]
  const labels = [...new Set([...inputs.readings.keys(), ...signatures.readings.keys()])]
  if (labels.length === 0) return [{ request, unreadable: inputs.lacks }]
  return labels.map((label) => {
    const input = inputs.readings.get(label) ?? { ok: false, reason: inputs.lacks }
    const bytes = signatures.readings.get(label) ?? { ok: false, reason: signatures.lacks }
    if (!input.ok) return { request, unreadable: input.reason }
    if (!bytes.ok) return { request, unreadable: bytes.reason }
    const keyId = input.value.parameters.get('keyid')
    const key = typeof keyId === 'string' ? { keyId, key: keys(keyId) } : { keyId: undefined, key: undefined }
    const read = { label, input: input.value, bytes: bytes.value }
    return { request, signature: { request, ...read, flaws, forms, ...key } }
  })
}

interface HeaderReading<Value> {
  readings: Map<string, Reading<Value>>
  flaws: string[]
  forms: string[]
  /** Says why a label of the other header is missing in this one. */
  lacks: string
}

/** Reads the members of a header. `onlyLabel` is the label that a member without one can only mean. */
const readHeader = <Value>(
  name: string,
  field: string | undefined,
  read: (member: Member) => Reading<Value>,
  onlyLabel?: string,
): HeaderReading<Value> => {
  const readings = new Map<string, Reading<Value>>()
  const flaws: string[] = []
  const forms: string[] = []
  for (const member of membersOf(field ?? '')) {
    const reading = read(member)
    const label = member.key ?? (reading.ok ? onlyLabel : undefined)
    if (label !== undefined) readings.set(label, reading)
    if (reading.ok && reading.flaw) forms.push(reading.flaw)
    if (reading.ok && reading.flaw) flaws.push(reading.flaw)
    else if ('problem' in member) flaws.push(`${name} breaks RFC 8941: ${member.problem}`)
  }
  return { readings, flaws, forms, lacks: flaws[0] ?? absence(name, field, [...readings.keys()]) }
}

const absence = (name: string, field: string | undefined, labels: string[]): string => {
  if (field === undefined) return `the header ${name} is absent`
  if (labels.length === 0) return `the header ${name} is empty`
  return `${name} has only ${labels.map((label) => `"${label}"`).join(', ')}, and the other header has a different label`
}

/** Explains a Signature header in the form of the drafts before RFC 9421 (Cavage). Undefined for any other form. */
function cavageFlaw(signature: string | undefined): string | undefined {
  const members = /(?:^|,|Signature )\s*(?:keyId|algorithm|headers|signature)=/g
  if ((signature?.match(members)?.length ?? 0) < 2) return undefined
  return 'The header Signature has the form of draft-cavage-http-signatures (keyId, headers, signature), which RFC 9421 has replaced: send Signature-Input: sig1=("@method" "@target-uri" …);created=…;keyid="…" and Signature: sig1=:BASE64:'
}
