import { createHash } from 'node:crypto'
import { alternatives, type Variant } from '../changes/change.ts'
import { replacing } from '../changes/replacing.ts'
import type { Shown } from '../core/answer.ts'
import type { Random } from '../core/random.ts'

const ofForm = (id: string, says: string, newId: (random: Random) => string, form: RegExp): Variant => ({
  id,
  says,
  override: () => ({ urls: { newId, isId: (text) => form.test(text) } }),
})

/** Makes a variant whose ids follow from their number, which begins with 0. */
const counting = (id: string, says: string, newId: (place: number) => string, form: RegExp): Variant => ({
  id,
  says,
  override: () => {
    let place = 0
    return { urls: { newId: () => newId(place++), isId: (text) => form.test(text) } }
  },
})

/** Adds a slash to the end of the wallet address. */
const withSlash = (shown: Shown): Shown => ({ ...shown, walletAddress: `${shown.walletAddress}/` })

/** The base 32 digits of a ULID. */
const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

const digits = (random: Random): string => String(Buffer.from(random(8)).readBigUInt64BE()).padStart(20, '9')

const luhn = (digits: string): string => {
  const doubled = [...digits]
    .reverse()
    .map((digit, place) => (place % 2 === 0 ? [0, 2, 4, 6, 8, 1, 3, 5, 7, 9][Number(digit)] : Number(digit)))
  const sum = doubled.reduce<number>((before, digit) => before + (digit ?? 0), 0)
  return String((10 - (sum % 10)) % 10)
}

/** Makes a variant whose ids end in a checksum of the rest. */
const checked = (
  id: string,
  says: string,
  body: (random: Random) => string,
  end: (body: string) => string,
  length: number,
): Variant => ({
  id,
  says,
  override: () => ({
    urls: {
      newId: (random) => {
        const begun = body(random)
        return begun + end(begun)
      },
      isId: (text) => text.length > length && text.slice(-length) === end(text.slice(0, -length)),
    },
  }),
})

const ids = alternatives(
  checked('ids-with-check-digit', 'Ids are decimal numbers with a check digit', digits, luhn, 1),
  checked(
    'ids-sealed',
    'Ids end in a hash of the rest',
    (random) => Buffer.from(random(12)).toString('hex'),
    (text) => createHash('sha256').update(text).digest('hex').slice(0, 8),
    8,
  ),
  ofForm('ids-of-digits', 'Ids are long decimal numbers', digits, /^[0-9]{20}$/),
  counting(
    'ids-counted',
    'Ids are consecutive decimal numbers from 1',
    (place) => String(place + 1),
    /^[1-9][0-9]{0,14}$/,
  ),
  counting(
    'ids-counted-in-base-36',
    'Ids are consecutive numbers from 0 in digits and letters',
    (place) => place.toString(36),
    /^[0-9a-z]{1,11}$/,
  ),
  counting(
    'ids-counted-behind-a-prefix',
    'Ids have a prefix and are consecutive numbers with leading zeros',
    (place) => `op_${String(place).padStart(6, '0')}`,
    /^op_[0-9]{6,15}$/,
  ),
  ofForm(
    'ids-like-ulids',
    'Ids are 26 capital letters and digits',
    (random) => `0${[...random(25)].map((byte) => crockford[byte % 32]).join('')}`,
    /^0[0-9A-HJKMNP-TV-Z]{25}$/,
  ),
  ofForm(
    'ids-percent-encoded',
    'Ids have a prefix and end in padded base64, so they must be percent-encoded in a URL',
    (random) => `é:${Buffer.from(random(16)).toString('base64')}`,
    /^é:[A-Za-z0-9+/]{22}==$/,
  ),
)

export const urlVariants: readonly Variant[] = [
  ...ids,
  {
    id: 'urls-deeper',
    says: 'The URLs of resources have more path segments than the paths of the service',
    override: replacing('urls', 'folder', { gives: (folder) => `tenants/7/${folder}/2026/11` }),
  },
  {
    id: 'urls-elsewhere',
    says: 'The URLs of resources are on a different host than the service',
    override: () => ({ urls: { resourcesBelow: () => 'https://resources.example' } }),
  },
  {
    id: 'base-path',
    says: 'The base URL has a path',
    basePath: '/op/v1.0/~tenant',
  },
  {
    id: 'wallets-elsewhere',
    says: 'Wallet addresses are on a different host than the service',
    override: () => ({ urls: { walletsBelow: () => 'https://wallet.example/~' } }),
  },
  {
    id: 'wallets-with-slash',
    says: 'Wallet addresses are shown with a slash at the end, even if the request has none',
    override: ({ quotes, outgoingPayments, incomingPayments }) => ({
      quotes: { show: (quote) => withSlash(quotes.show(quote)) },
      outgoingPayments: { show: (payment) => withSlash(outgoingPayments.show(payment)) },
      incomingPayments: { show: (payment) => withSlash(incomingPayments.show(payment)) },
    }),
  },
]
