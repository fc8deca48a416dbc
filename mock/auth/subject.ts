import { asObject, asText } from '../core/json.ts'
import { walletAt } from '../state/lookup.ts'
import type { World } from '../state/world.ts'
import { invalidRequest } from './problem.ts'

/**
 * The wallet address that a client wants to know to be the person's own (RFC 9635, section 2.2, as auth-server.yaml
 * narrows it: one identifier, in the format uri). Throws a Problem where it is not asked so.
 */
export function subjectIn(world: World, asked: unknown): string | undefined {
  if (asked === undefined) return undefined
  const ids = asObject(asked)?.['sub_ids']
  if (!Array.isArray(ids) || ids.length !== 1)
    throw invalidRequest('subject.sub_ids is not an array of one item')
  const { id, format } = asObject(ids[0]) ?? {}
  if (format !== 'uri') throw invalidRequest('subject.sub_ids[0].format is not "uri"')
  const url = asText(id)
  if (url !== undefined && walletAt(world, url)) return url
  throw invalidRequest('subject.sub_ids[0].id is not the URL of a wallet address of this server')
}
