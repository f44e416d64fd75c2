/** An image ready to send: a JPEG as a data URL. */
export type SmallImage = { readonly src: string; readonly width: number; readonly height: number }

const MAX_SIDE = 1_600
/** The maximum length of the base64 text. It is a third longer than the image in bytes. */
const MAX_CHARACTERS = 390_000
const STEPS = [
  { side: MAX_SIDE, quality: 0.8 },
  { side: MAX_SIDE, quality: 0.6 },
  { side: 1_200, quality: 0.6 },
  { side: 800, quality: 0.5 },
] as const

/**
 * Shrinks an image before the upload: a photo of 5 MB becomes 200 kB without its location data. Rejects with a text for
 * the player.
 */
export async function shrinkImage(file: File): Promise<SmallImage> {
  if (!file.type.startsWith('image/')) throw new Error('You can only send images.')
  const picture = await pictureOf(file)
  const { naturalWidth, naturalHeight } = picture
  for (const { side, quality } of STEPS) {
    const scale = Math.min(1, side / Math.max(naturalWidth, naturalHeight))
    const width = Math.max(1, Math.round(naturalWidth * scale))
    const height = Math.max(1, Math.round(naturalHeight * scale))
    const src = drawn(picture, width, height).toDataURL('image/jpeg', quality)
    if (src.startsWith('data:image/jpeg') && src.length <= MAX_CHARACTERS) return { src, width, height }
  }
  throw new Error('This image is too large. Choose another one.')
}

async function pictureOf(file: File): Promise<HTMLImageElement> {
  const address = URL.createObjectURL(file)
  try {
    const picture = new Image()
    picture.src = address
    await picture.decode()
    return picture
  } catch {
    throw new Error('We cannot read this image. Choose another one.')
  } finally {
    URL.revokeObjectURL(address)
  }
}

function drawn(picture: HTMLImageElement, width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')
  if (context !== null) {
    context.fillStyle = '#fff'
    context.fillRect(0, 0, width, height)
    context.drawImage(picture, 0, 0, width, height)
  }
  return canvas
}

/** The bytes of a data URL. The page's security policy does not allow `fetch` for it. */
export function imageBytes({ src }: SmallImage): Blob {
  const binary = atob(src.slice(src.indexOf(',') + 1))
  return new Blob([Uint8Array.from(binary, (character) => character.charCodeAt(0))], { type: 'image/jpeg' })
}
