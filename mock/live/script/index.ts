import { controlScript } from './control.ts'
import { exchangeScript } from './exchanges.ts'
import { feedScript } from './feed.ts'
import { resourceScript } from './resources.ts'
import { textScript } from './text.ts'

/**
 * The complete script of the live page. Contents of requests and responses become text of an element, never markup.
 * Characters that a screen would obey instead of showing them are shown as code points.
 */
export const script = `'use strict'
{
${[textScript, exchangeScript, resourceScript, controlScript, feedScript].join('')}}
`
