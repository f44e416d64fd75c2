/** The placeholders of quick replies. A reply shows the fact of the player in its place. */
export const PLACEHOLDERS = {
  name: 'the player’s first name',
  username: 'the username',
  phone: 'the phone number',
  balance: 'the balance',
  reference: 'the reference of the last payment',
  amount: 'the amount of the last payment',
  ticket: 'the code of the last ticket',
} as const
export type Placeholder = keyof typeof PLACEHOLDERS

/** The known facts. A visitor has none, and a new player has no payment. */
export type PlaceholderValues = { readonly [name in Placeholder]?: string }

const WRITTEN = /\{([^{}\n]*)\}/g

const isPlaceholder = (name: string): name is Placeholder => Object.hasOwn(PLACEHOLDERS, name)

/** The names in braces that are not placeholders. `unknownPlaceholders('Hello {nmae}')` → ['nmae'] */
export const unknownPlaceholders = (text: string): string[] =>
  [...new Set([...text.matchAll(WRITTEN)].map(([, name = '']) => name))].filter((name) => !isPlaceholder(name))

/**
 * Replaces placeholders by facts. Without its fact, a placeholder stays in the text. A fact is inserted as it is, also
 * if it contains braces.
 */
export const fillPlaceholders = (text: string, values: PlaceholderValues): string =>
  text.replaceAll(WRITTEN, (written, name: string) => (isPlaceholder(name) ? (values[name] ?? written) : written))

/** The placeholders that a text still contains. */
export const openPlaceholders = (text: string): Placeholder[] => [
  ...new Set([...text.matchAll(WRITTEN)].map(([, name = '']) => name).filter(isPlaceholder)),
]
