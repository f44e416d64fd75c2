import { ImagePlus, SendHorizontal } from 'lucide-react'
import { useId, useRef, useState, type ChangeEvent, type FormEvent, type KeyboardEvent } from 'react'
import { MAX_MESSAGE_CHARACTERS } from '@mupiira/domain/chat/message.ts'
import { shrinkImage, type SmallImage } from '../shrink-image.ts'
import { Button, IconButton } from './button.tsx'
import { Form } from './form.tsx'
import { X } from './icons.tsx'

type ComposerProps = {
  readonly label: string
  readonly sendLabel: string
  /** Shows a label beside the icon if there is room. */
  readonly showsSendLabel?: boolean
  readonly text: string
  readonly onText: (text: string) => void
  readonly busy?: boolean
  /** Starts with the focus in the field. */
  readonly autoFocus?: boolean
  /** Offers no images. */
  readonly textOnly?: boolean
  /** Called with a text, an image or both. If it returns false, the text stays in the field. */
  readonly onSend: (content: string, image: SmallImage | null) => void | Promise<boolean>
}

/** The input of a message: a text, an image, or both (CHAT-04, CHAT-16). */
export function ChatComposer({
  label,
  sendLabel,
  showsSendLabel,
  text,
  onText,
  busy,
  autoFocus,
  textOnly,
  onSend,
}: ComposerProps) {
  const id = useId()
  const chooser = useRef<HTMLInputElement>(null)
  const [image, setImage] = useState<SmallImage | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    // Without this reset, the player could not choose the same file again.
    target.value = ''
    if (file === undefined) return
    setProblem(null)
    try {
      setImage(await shrinkImage(file))
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
    }
  }
  const send = async () => {
    const content = text.trim()
    if (busy || (content === '' && image === null)) return
    setProblem(null)
    if ((await onSend(content, image)) === false) return
    onText('')
    setImage(null)
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void send()
  }
  const onKey = (event: KeyboardEvent) => {
    // On a phone, Enter adds a line. The button sends the message.
    if (event.key !== 'Enter' || event.shiftKey || !window.matchMedia('(hover: hover)').matches) return
    event.preventDefault()
    void send()
  }
  return (
    <Form onSubmit={onSubmit} className="flex flex-col gap-2 border-t border-line p-3">
      {image !== null && <Preview image={image} onRemove={() => setImage(null)} />}
      {problem !== null && (
        <p role="alert" className="text-12 font-bold text-down">
          {problem}
        </p>
      )}
      <div className="flex items-end gap-2">
        <label htmlFor={id} className="sr-only">
          {label}
        </label>
        <textarea
          id={id}
          autoFocus={autoFocus}
          value={text}
          rows={Math.min(4, text.split('\n').length)}
          maxLength={MAX_MESSAGE_CHARACTERS}
          placeholder={label}
          onChange={(event) => onText(event.target.value)}
          onKeyDown={onKey}
          className="field-sizing-content max-h-29 min-h-11 min-w-0 flex-1 resize-none rounded-card border border-line bg-raised px-3 py-2.5 text-16 leading-6"
        />
        {!textOnly && (
          <>
            <input
              ref={chooser}
              type="file"
              accept="image/*"
              aria-label="Image"
              tabIndex={-1}
              onChange={(event) => void choose(event)}
              className="sr-only"
            />
            <IconButton label="Choose an image" onClick={() => chooser.current?.click()}>
              <ImagePlus className="size-5 text-muted" />
            </IconButton>
          </>
        )}
        <Button type="submit" aria-label={sendLabel} {...(busy === undefined ? {} : { busy })}>
          <SendHorizontal className="size-5" />
          {showsSendLabel && <span className="max-md:sr-only">{sendLabel}</span>}
        </Button>
      </div>
    </Form>
  )
}

function Preview({ image: { src, width, height }, onRemove }: { image: SmallImage; onRemove: () => void }) {
  return (
    <div className="flex items-start gap-2">
      <img
        src={src}
        width={width}
        height={height}
        alt="The selected image"
        className="h-auto max-h-32 w-auto max-w-48 rounded-tag border border-line"
      />
      <IconButton label="Remove the image" onClick={onRemove}>
        <X className="size-5" />
      </IconButton>
    </div>
  )
}
