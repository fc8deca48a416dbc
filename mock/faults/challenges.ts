import type { Behaviour } from '../state/world.ts'
import { type Fault, fault } from './fault.ts'

const challengeFault = (id: string, says: string, challenge: Behaviour['challenge']): Fault => ({
  id,
  breaks: 'errors.401.www-authenticate',
  says,
  source: 'behaviour',
  override: () => ({ challenge }),
})

export const challengeFaults: readonly Fault[] = [
  challengeFault('challenge-absent', 'A 401 has no WWW-Authenticate header', () => undefined),
  challengeFault('challenge-without-as-uri', 'A 401 names no authorization server', () => 'GNAP'),
  challengeFault(
    'challenge-relative',
    'A 401 names the authorization server by a relative URI',
    () => 'GNAP as_uri=/auth',
  ),
  challengeFault(
    'challenge-of-another-scheme',
    'The challenge of a 401 has a scheme other than GNAP',
    (authServer) => `Bearer as_uri=${authServer}`,
  ),
  fault(
    'challenge-names-another-each-time',
    'errors.401.same-authorization-server',
    'Each 401 names a different authorization server',
    () => {
      let count = 0
      return { challenge: (authServer) => `GNAP as_uri=${authServer}/${++count}` }
    },
  ),
]
