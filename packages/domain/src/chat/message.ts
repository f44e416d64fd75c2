/** The longest text of one message to or from customer care. */
export const MAX_MESSAGE_CHARACTERS = 2_000

/** The largest accepted image file, before it is scaled down. */
export const MAX_IMAGE_BYTES = 2 * 1024 * 1024

/** The longest side in pixels, and the largest size in bytes, of a stored image. */
export const MAX_IMAGE_SIDE = 1_600
export const MAX_STORED_IMAGE_BYTES = 300_000

/** Decoding an image of this many megapixels needs about 100 MB. */
export const MAX_IMAGE_MEGAPIXELS = 25

/** Trims the text of a message; null without text and image (CHAT-05). */
export function messageContent(typed: string, hasImage: boolean): string | null {
  const content = typed.trim()
  return content === '' && !hasImage ? null : content
}

/** The address from which the player and customer care load an image (CHAT-23). */
export const imageAddress = (name: string): string => `/api/chat/images/${name}`

/** Creates an image name (CHAT-20). `chatImageName(now, 'a1b2', 'webp')` → "1795262400000-a1b2.webp" */
export const chatImageName = (now: Date, random: string, extension: string): string =>
  `${now.getTime()}-${random}.${extension}`

/** Returns whether a name has the form of `chatImageName`. Other names are never read from the store. */
export const isImageName = (name: string): boolean => /^\d{13,16}-[0-9a-f]{32}\.webp$/.test(name)
