import type { ExtraGuard, Variant } from '../changes/change.ts'
import { type Refusal, unauthorized } from '../core/answer.ts'
import { candidatesOf } from '../signatures/candidate.ts'
import type { Context } from '../state/world.ts'

/** Seconds that the clock of a client may be away from the mock's. */
const tolerance = 300

const time = (seconds: number): string => new Date(seconds * 1000).toISOString().replace('.000Z', 'Z')

/** The interface sets no age; RFC 9421, 3.2 leaves it to the server. */
const outOfTime = ({ request, world }: Context): Refusal | undefined => {
  const now = Math.floor(world.now() / 1000)
  for (const { signature } of candidatesOf(request, () => undefined)) {
    const created = signature?.input.parameters.get('created')
    if (typeof created !== 'number' || Math.abs(created - now) <= tolerance) continue
    return unauthorized(
      `signature "${signature?.label}" has created=${created}, which is more than ${tolerance} s from the time of the server: ${now}, ${time(now)}`,
    )
  }
  return undefined
}

const guard: ExtraGuard = {
  id: 'signature-of-now',
  family: 'signature',
  requirement: 'signature.age',
  refuses: outOfTime,
}

export const signatureAgeVariants: readonly Variant[] = [
  {
    id: 'old-signatures-refused',
    says: `A signature created more than ${tolerance} s before or after now is refused`,
    extraGuards: [guard],
  },
]
