import { jsonSent, type RunFacts, type Seen, type TestedClaim } from '../../src/check/kinds/passive.ts'
import { createFirstTime, createMemory } from '../../src/check/memory.ts'
import { type Observed, type ResourceKind, resourcesIn } from '../../src/check/resource.ts'
import { type Amount, inWords, numberOf, sameAsset, sameWorth, uint64Max } from '../../src/core/amount.ts'
import { isObject, repeatsKeys, sameJson } from '../../src/core/json.ts'
import { isPlainUrl, isSameUrl } from '../../src/core/urls.ts'
import { asAmount } from '../support/fields.ts'
import { keepsMembers, metadataInWords } from '../support/metadata-in-words.ts'
import { isPlainMetadata } from './plain-metadata.ts'

/** The body of an accepted creation, and the resource in the response. */
export interface MadeFrom {
  asked: Record<string, unknown>
  made: Observed
  /**
   * Is true if the resource was shown in the response to an earlier creation. A server may answer an equal request with
   * an earlier resource, whose state may have changed since. It is still what this request asks for, with its metadata.
   */
  isRepeated: boolean
}

/** Characters. Longer bodies may be cut where they are stored. */
const longest = 65_536

const isJsonType = /^application\/json(?:\s*;\s*charset="?utf-8"?)?$/i

/**
 * Returns a function that pairs the body of each accepted creation of this kind with the resource in its response. It
 * skips requests that can be read in two ways, because of their charset or a repeated key.
 */
export function creationsOf(kind: ResourceKind): (seen: Seen) => MadeFrom | undefined {
  const isFirst = createFirstTime()
  return (seen) => {
    const { operation } = seen.exchange
    if (operation !== `create-${kind}`) return undefined
    const [made] = resourcesIn(seen, kind)
    if (!made) return undefined
    const isRepeated = !isFirst(made.id)
    const asked = bodyIn(seen)
    return asked && { asked, made, isRepeated }
  }
}

function bodyIn(seen: Seen): Record<string, unknown> | undefined {
  const { body: text = '', headers } = seen.exchange.request
  const type = headers['content-type'] ?? 'application/json'
  if (!isJsonType.test(type) || text.length > longest || /[\ufffd\ufeff]/.test(text)) return undefined
  const body = jsonSent(seen)
  return isObject(body) && !repeatsKeys(text) ? body : undefined
}

/** Returns true for a field that has a value. */
export function given(value: unknown): boolean {
  return value !== undefined && value !== null
}

/**
 * Compares a URL with the requested one. A requested URL that is not plain is a mistake of the request, and not judged.
 */
export function keptUrl(
  requirement: string,
  { asked, made }: MadeFrom,
  name: string,
  shownAs = name,
): TestedClaim[] {
  const [wanted, came] = [asked[name], made.fields[shownAs]]
  if (!isPlainUrl(wanted) || typeof came !== 'string') return []
  return [shown(requirement, made, isSameUrl(wanted, came), `${shownAs} ${wanted}`, `${shownAs} ${came}`)]
}

/**
 * Compares an amount with the requested one, to the unit, in whatever scale it is shown. The server need not keep an amount that was requested in
 * another asset than the wallet's, nor an amount of 0.
 */
export function keptAmount(
  requirement: string,
  { asked, made }: MadeFrom,
  { walletAsset }: Pick<RunFacts, 'walletAsset'>,
  name: string,
  shownAs = name,
): TestedClaim[] {
  const [wanted, came] = [readable(asked[name]), asAmount(made.fields[shownAs])]
  if (!wanted || !came || numberOf(wanted) === 0n) return []
  if (!sameAsset(wanted, came) && !(walletAsset && sameAsset(wanted, walletAsset))) return []
  const [want, got] = [wanted, came].map((amount) => `${shownAs} ${inWords(amount)}`)
  return [shown(requirement, made, sameWorth(wanted, came), want ?? '', got ?? '')]
}

function readable(value: unknown): Amount | undefined {
  const amount = asAmount(value)
  return amount && numberOf(amount) <= uint64Max ? amount : undefined
}

/**
 * Compares metadata with the requested metadata, if that has plain values only and the response shows metadata.
 *
 * @param about the part of the ids of the requirements before `kept`
 */
export function keptMetadata(about: string, { asked, made }: MadeFrom): TestedClaim[] {
  const [wanted, came] = [asked['metadata'], made.fields['metadata'] ?? undefined]
  if (!isPlainMetadata(wanted) || came === undefined) return []
  const { want, got } = metadataInWords(wanted, came)
  const isKept = keepsMembers(wanted, came)
  return [
    shown(`${about}kept`, made, isKept, want, got),
    ...(isKept ? [shown(`${about}odd-kept`, made, sameJson(wanted, came), want, got)] : []),
  ]
}

/**
 * Returns a function that compares the metadata of resources that were requested without any, wherever they are shown,
 * with the metadata of other requests. A server may have refused those, and stored their metadata all the same.
 */
export function noMetadataOfOthers(
  kind: ResourceKind,
  requirement: string,
): (seen: Seen, creation: MadeFrom | undefined) => TestedClaim[] {
  const sent = new Map<string, unknown>()
  const bare = createMemory<true>()
  return (seen, creation) => {
    const given = seen.exchange.operation === `create-${kind}` ? bodyIn(seen)?.['metadata'] : undefined
    if (isFilled(given) && sent.size < mostRemembered) sent.set(JSON.stringify(given), given)
    if (creation && !creation.isRepeated && creation.asked['metadata'] === undefined)
      bare.set(creation.made.id, true)
    return resourcesIn(seen, kind).flatMap((made) => {
      const came = made.fields['metadata']
      if (!isFilled(came) || !bare.get(made.id)) return []
      const isOfOther = [...sent.values()].some((other) => keepsMembers(other, came))
      const want = 'no metadata that was sent with another request'
      return [shown(requirement, made, !isOfOther, want, metadataInWords({}, came).got)]
    })
  }
}

/** The most different metadata that are remembered. A run repeats the same few. */
const mostRemembered = 100

const isFilled = (value: unknown): boolean => isObject(value) && Object.keys(value).length > 0

export function shown(
  requirement: string,
  made: Observed,
  held: boolean,
  want: string,
  got: string,
): TestedClaim {
  return { requirement, resource: made.id, held, want, got }
}
