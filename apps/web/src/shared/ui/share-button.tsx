import { Share2 } from 'lucide-react'
import { useState } from 'react'
import { brand } from '../brand.ts'
import { copyText } from '../copy-text.ts'
import { Button } from './button.tsx'

type ShareButtonProps = {
  readonly name: string
  readonly text: string
  /** The link that loads the shared selections, if the recipient can load them. */
  readonly path?: string | undefined
}

/** SLIP-58: opens the device's share dialog, or copies to the clipboard if the device has none. */
export function ShareButton({ name, text, path }: ShareButtonProps) {
  const [copyStatus, setCopyStatus] = useState('')
  const share = async () => {
    const url = path === undefined ? undefined : new URL(path, window.location.origin).href
    if (typeof navigator.share === 'function') {
      // Closing the share dialog without sharing is not an error.
      await navigator.share({ title: brand.name, text, ...(url === undefined ? {} : { url }) }).catch(() => undefined)
      return
    }
    setCopyStatus((await copyText(url === undefined ? text : `${text}\n${url}`)) ? 'Copied' : 'Copying failed')
  }
  return (
    <>
      <Button variant="secondary" wide onClick={() => void share()}>
        <Share2 className="size-4" /> {name}
      </Button>
      <p role="status" className="text-center text-12 text-muted">
        {copyStatus}
      </p>
    </>
  )
}
