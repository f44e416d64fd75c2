/**
 * Over https our cookies bear a mark in their names with which browsers take them from this very host alone, over https:
 * no other host of the domain, and nobody on the way, can put one of his own in their place (decision 0009). Modules
 * know the names without it.
 */
const MARK = '__Host-'

export const nameSent = (name: string, servesHttps: boolean): string => (servesHttps ? MARK + name : name)

type Cookies = { readonly [name: string]: string | undefined }

/** The cookies of a request that are ours, by the names that modules know. */
export function ownCookies(sent: Cookies, servesHttps: boolean): Cookies {
  if (!servesHttps) return sent
  const own: Record<string, string | undefined> = {}
  for (const name of Object.keys(sent)) if (name.startsWith(MARK)) own[name.slice(MARK.length)] = sent[name]
  return own
}
