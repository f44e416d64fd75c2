import type { ReactNode } from 'react'
import { classes } from './classes.ts'

type BubbleProps = {
  /** The sender: "Agent", "User", "Visitor" or "You". */
  readonly name: string
  readonly own: boolean
  readonly content: string
  readonly renderText?: ((text: string) => ReactNode) | undefined
  readonly image: {
    readonly src: string
    readonly width: number
    readonly height: number
    /** The address of the full-size image. */
    readonly href?: string
  } | null
  /** The time of sending, or the error. */
  readonly children: ReactNode
}

/** A message. The player's own messages are on the right with a gold border. */
export function ChatBubble({ name, own, content, renderText, image, children }: BubbleProps) {
  return (
    <li className={classes('flex flex-col gap-1', own ? 'items-end' : 'items-start')}>
      <div
        className={classes(
          'max-w-[85%] min-w-0 overflow-hidden rounded-card border px-3 py-2',
          own ? 'border-gold bg-tint' : 'border-line bg-paper',
        )}
      >
        <p className={classes('text-12 font-bold text-muted', name === 'You' && 'sr-only')}>{name}</p>
        {content !== '' && (
          <p className="text-14 break-words whitespace-pre-wrap">{renderText?.(content) ?? content}</p>
        )}
        {image !== null && <Picture image={image} name={name} isAlone={content === ''} />}
      </div>
      <div className="flex flex-wrap items-center justify-end gap-x-2 text-12 text-muted">{children}</div>
    </li>
  )
}

type PictureProps = {
  readonly image: NonNullable<BubbleProps['image']>
  readonly name: string
  readonly isAlone: boolean
}

const MAX_HEIGHT_PX = 256

/** The space of an image is reserved while it loads. */
function Picture({ image: { src, width, height, href }, name, isAlone }: PictureProps) {
  const scale = Math.min(1, MAX_HEIGHT_PX / height)
  const picture = (
    <img
      src={src}
      width={Math.round(width * scale)}
      height={Math.round(height * scale)}
      loading="lazy"
      alt={`Image from ${name === 'You' ? 'you' : name}`}
      className={classes('h-auto max-w-full rounded-tag', !isAlone && 'mt-2')}
    />
  )
  if (href === undefined) return picture
  return (
    <a href={href} target="_blank" rel="noopener" className="block">
      {picture}
    </a>
  )
}
