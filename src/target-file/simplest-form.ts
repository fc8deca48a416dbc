import type { Signing } from './target.ts'

/** The form of a signature if nothing else is specified: the defaults of the target file. */
export const simplestForm: Omit<Signing, 'key'> = {
  label: 'sig1',
  components: ['@method', '@target-uri', 'authorization', 'content-digest'],
  parameters: ['created', 'keyid'],
  digest: 'sha-512',
}
