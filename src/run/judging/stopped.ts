/** Why a run ends before its time, other than that the user interrupts it: a sentence. */
export class Stopped extends Error {
  override readonly name = 'Stopped'
}
