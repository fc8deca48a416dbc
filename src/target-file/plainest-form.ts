import type { Signing } from './target.ts'

/** How to sign where nothing says otherwise: the defaults of the target file. */
export const plainestForm: Omit<Signing, 'key'> = {
  label: 'sig1',
  components: ['@method', '@target-uri', 'authorization', 'content-digest'],
  parameters: ['created', 'keyid'],
  digest: 'sha-512',
}
