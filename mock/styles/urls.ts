import type { Random } from '../world/random.ts'
import { alternatives, type Style } from './style.ts'

const ofForm = (id: string, says: string, newId: (random: Random) => string, form: RegExp): Style => ({
  id,
  says,
  swap: () => ({ newId, isId: (text) => form.test(text) }),
})

/** What base 32 is written with in a ULID. */
const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

const digits = (random: Random): string => String(Buffer.from(random(8)).readBigUInt64BE()).padStart(20, '9')

const letters = (random: Random): string => [...random(25)].map((byte) => crockford[byte % 32]).join('')

const ids = alternatives(
  ofForm('ids-of-digits', 'Ids are long decimal numbers', digits, /^[0-9]{20}$/),
  {
    id: 'ids-counted',
    says: 'Ids are decimal numbers, counted from 1',
    swap: () => {
      let count = 0
      return { newId: () => String(++count), isId: (text) => /^[1-9][0-9]{0,14}$/.test(text) }
    },
  },
  ofForm(
    'ids-like-ulids',
    'Ids are 26 capital letters and digits',
    (random) => `0${letters(random)}`,
    /^0[0-9A-HJKMNP-TV-Z]{25}$/,
  ),
  ofForm(
    'ids-percent-encoded',
    'Ids are base64 with padding, under a name, which have to be percent-encoded in a URL',
    (random) => `é:${Buffer.from(random(16)).toString('base64')}`,
    /^é:[A-Za-z0-9+/]{22}==$/,
  ),
)

export const urlStyles: readonly Style[] = [
  ...ids,
  {
    id: 'urls-deeper',
    says: 'The URLs of resources lie deeper than the paths by which they are read',
    swap: ({ folder }) => ({ folder: (collection) => `tenants/7/${folder(collection)}/2026/11` }),
  },
  {
    id: 'base-path',
    says: 'The base URL has a path',
    basePath: '/op/v1.0/~tenant',
  },
  {
    id: 'wallets-elsewhere',
    says: 'Wallet addresses lie on another host than the service',
    swap: () => ({ walletsBelow: () => 'https://wallet.example/~' }),
  },
]
