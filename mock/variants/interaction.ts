import { createHash } from 'node:crypto'
import type { Variant } from '../changes/change.ts'

/** How the person comes back from the consent page, by RFC 9635; by default the mock does what deployed servers do. */
export const interactionVariants: readonly Variant[] = [
  {
    id: 'interaction-hash-base64url',
    says: 'The hash of an interaction is base64url without padding (RFC 9635, section 4.2.3), not base64',
    override: () => ({
      interactionHash: (text) => createHash('sha256').update(text).digest('base64url'),
    }),
  },
  {
    id: 'declined-with-reference',
    says: 'After a person declines, the redirect has hash and interact_ref (RFC 9635), not result=grant_rejected',
    override: () => ({ declined: (accepted) => accepted }),
  },
]
