import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { copyText } from '../copy-text.ts'

const CONFIRM_MS = 2000

/** A code that a tap copies, with a confirmation. */
export function CopyButton({ text, what }: { readonly text: string; readonly what: string }) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), CONFIRM_MS)
    return () => clearTimeout(timer)
  }, [copied])
  const onCopy = () => void copyText(text).then(setCopied)
  return (
    <button
      type="button"
      aria-label={`Copy ${what} ${text}`}
      onClick={onCopy}
      className="-my-2.5 inline-flex min-h-11 items-center gap-2 text-left font-bold tracking-wider break-all"
    >
      <span>{text}</span>
      {copied ? <Check className="size-4 shrink-0 text-up" /> : <Copy className="size-4 shrink-0" />}
      <span role="status" className="sr-only">
        {copied ? 'Copied' : ''}
      </span>
    </button>
  )
}
