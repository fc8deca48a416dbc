import { createHash } from 'node:crypto'
import type { Variant } from '../changes/change.ts'

/** Behaviour of RFC 9635 that neither the published specification nor deployed servers have. */
export const interactionVariants: readonly Variant[] = [
  {
    id: 'interaction-hash-base64url',
    says: 'The hash of an interaction is base64url without padding (RFC 9635, section 4.2.3), not base64',
    override: () => ({
      grants: { interactionHash: (text) => createHash('sha256').update(text).digest('base64url') },
    }),
  },
  {
    id: 'declined-with-reference',
    says: 'After a person declines, the redirect has hash and interact_ref (RFC 9635), not result=grant_rejected',
    override: () => ({ grants: { declined: (accepted) => accepted } }),
  },
  {
    id: 'several-access-tokens',
    says: 'A grant request may ask for several access tokens, each with a label (RFC 9635, section 2.1.2)',
    override: () => ({ grants: { givesSeveralTokens: () => true } }),
  },
  {
    id: 'no-interaction',
    says: 'Every grant is given at once, and no person is asked (RFC 9635, section 3)',
    override: () => ({ grants: { needsConsent: () => false } }),
  },
]
