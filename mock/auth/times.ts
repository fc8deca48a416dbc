/** How long an access token lives, in milliseconds. */
export const tokenLife = 10 * 60_000

/** How long a client has to wait before it continues, in seconds; RFC 9635, section 3.1, wants no fewer than five. */
export const waitSeconds = 5

/** How long a person may take to decide, in milliseconds. */
export const interactionLife = 10 * 60_000
