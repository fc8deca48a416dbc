import type { PassiveCheck } from '../../../src/check/kinds/passive.ts'
import { asText, isObject } from '../../../src/core/json.ts'

const leadsOn = 'page.end-cursor.leads-on'

/** Without a cursor nobody can ask for the next page. */
export const pageLeadsOn: PassiveCheck = {
  id: 'rules/page-leads-on',
  title: 'A page that announces a next page has an endCursor',
  detects: 'no-end-cursor-before-next-page',
  claims: () => [leadsOn],
  operations: ['list-outgoing-payments', 'list-incoming-payments'],
  needs: {},
  otherwise: 'at least 2 incoming or outgoing payments on walletAddress, so that a list has several pages',
  shownBy: ['lists/pages'],
  start:
    () =>
    ({ accepted, json, exchange: { operation } }) => {
      if (!accepted || !operation?.startsWith('list-') || !isObject(json)) return []
      const { pagination, result } = json
      if (!isObject(pagination) || pagination['hasNextPage'] !== true) return []
      if (!Array.isArray(result) || result.length === 0) return []
      const { endCursor } = pagination
      const held = endCursor !== undefined && endCursor !== null
      return [{ requirement: leadsOn, held, want: 'an endCursor', got: `endCursor ${asText(endCursor)}` }]
    },
}
