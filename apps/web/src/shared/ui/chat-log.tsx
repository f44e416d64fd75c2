import { ArrowDown } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode, type Ref } from 'react'
import { Button } from './button.tsx'

type LogProps = {
  readonly label: string
  /** The key of the first message; it changes when older messages load. */
  readonly firstKey: string | undefined
  /** The keys of the last own message and the last message of the other side. */
  readonly ownKey: string | undefined
  readonly theirKey: string | undefined
  /** Loads older messages; null if there are none. */
  readonly onOlder: (() => void) | null
  readonly isReadingOlder: boolean
  /** The ref of the element after the last message. It reports whether the last message is visible. */
  readonly endRef?: Ref<HTMLDivElement>
  readonly children: ReactNode
}

/** Within this distance from the end, the reader counts as being at the end. */
const NEAR_PX = 24

/**
 * A list of messages. It scrolls to new messages if the reader is at the end, and to the reader's own messages.
 * Otherwise a "New message" button appears. Older messages loaded above do not move the list.
 */
export function ChatLog(props: LogProps) {
  const { label, firstKey, ownKey, theirKey, onOlder, isReadingOlder, endRef, children } = props
  const log = useRef<HTMLDivElement>(null)
  const heightBefore = useRef(0)
  const isAtEnd = useRef(true)
  const shown = useRef({ firstKey, ownKey, theirKey })
  const [hasNew, setNew] = useState(false)
  const toEnd = () => {
    if (log.current !== null) log.current.scrollTop = log.current.scrollHeight
    isAtEnd.current = true
    setNew(false)
  }
  useLayoutEffect(() => {
    const before = shown.current
    shown.current = { firstKey, ownKey, theirKey }
    const element = log.current
    if (element !== null && heightBefore.current > 0 && firstKey !== before.firstKey) {
      element.scrollTop += element.scrollHeight - heightBefore.current
      heightBefore.current = 0
    } else if (isAtEnd.current || ownKey !== before.ownKey) toEnd()
    else if (theirKey !== before.theirKey) setNew(true)
  }, [firstKey, ownKey, theirKey])
  useEffect(() => {
    const element = log.current
    if (element === null) return
    // A growing text field reduces the list's height, so the newest message must be scrolled into view.
    const watch = new ResizeObserver(() => {
      if (isAtEnd.current) element.scrollTop = element.scrollHeight
    })
    watch.observe(element)
    return () => watch.disconnect()
  }, [])
  const noteEnd = () => {
    const element = log.current
    if (element === null) return
    isAtEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_PX
    if (isAtEnd.current) setNew(false)
  }
  const showOlder = () => {
    heightBefore.current = log.current?.scrollHeight ?? 0
    onOlder?.()
  }
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={log}
        onScroll={noteEnd}
        role="log"
        aria-label={label}
        tabIndex={0}
        className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto overscroll-contain p-3 -outline-offset-2"
      >
        {onOlder !== null && (
          <Button variant="quiet" busy={isReadingOlder} busyText="Loading…" onClick={showOlder}>
            Show older messages
          </Button>
        )}
        <ol className="mt-auto flex flex-col gap-3">{children}</ol>
        <div ref={endRef} className="-mt-3" />
      </div>
      {hasNew && (
        <div className="absolute inset-x-0 bottom-2 flex justify-center">
          <Button variant="secondary" onClick={toEnd}>
            New message
            <ArrowDown className="size-4" />
          </Button>
        </div>
      )}
    </div>
  )
}
