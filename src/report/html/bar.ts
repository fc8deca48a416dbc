import { type Html, html } from './escape.ts'

/** A share of a whole, by what it means. */
export interface Share {
  kind: 'held' | 'noted' | 'warned' | 'broken' | 'missed' | 'untested'
  count: number
}

/** Shares of a whole as a bar. It shows what is said beside it in words, so it says nothing itself. */
export function bar(shares: readonly Share[]): Html {
  const whole = shares.reduce((sum, { count }) => sum + count, 0)
  const starts = shares.map((_, index) => shares.slice(0, index).reduce((sum, { count }) => sum + count, 0))
  return html`<svg class="bar" viewBox="0 0 ${Math.max(whole, 1)} 1" preserveAspectRatio="none" aria-hidden="true" focusable="false">${shares.map(
    ({ kind, count }, index) =>
      count > 0 && html`<rect class="${kind}" x="${starts[index]}" y="0" width="${count}" height="1"/>`,
  )}</svg>`
}
