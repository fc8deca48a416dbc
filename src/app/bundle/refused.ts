/** The reason why a bundle, or a run in it, is not what it claims to be. */
export class Refused extends Error {
  override readonly name = 'Refused'
}
