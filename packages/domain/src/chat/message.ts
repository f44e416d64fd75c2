/** The longest text of one message to or from customer care. */
export const MESSAGE_MOST_CHARACTERS = 2_000

/** The largest file that is taken as an image, before it is made smaller. */
export const IMAGE_MOST_BYTES = 2 * 1024 * 1024

/** Images are shown and kept no larger than this on their longer side, and in bytes. */
export const IMAGE_MOST_SIDE = 1_600
export const IMAGE_STORED_MOST_BYTES = 300_000

/** An image of this many pixels needs about 100 MB while it is decoded. */
export const IMAGE_MOST_MEGAPIXELS = 25

/** The text of a message without surrounding white space; null when the message has neither text nor image (CHAT-05). */
export function messageContent(typed: string, hasImage: boolean): string | null {
  const content = typed.trim()
  return content === '' && !hasImage ? null : content
}

/** Where the two sides of a conversation fetch an image from (CHAT-23). */
export const imageAddress = (name: string): string => `/api/chat/images/${name}`

/** CHAT-20: `chatImageName(now, 'a1b2', 'webp')` → "1795262400000-a1b2.webp" */
export const chatImageName = (now: Date, random: string, extension: string): string =>
  `${now.getTime()}-${random}.${extension}`

/** The form of such a name; nothing else is ever looked for in a store. */
export const isImageName = (name: string): boolean => /^\d{13,16}-[0-9a-f]{32}\.webp$/.test(name)
