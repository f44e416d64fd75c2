import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react'
import { Button } from './button.tsx'

type LogProps = {
  readonly label: string
  /** Of the first and the last message shown: what has come in front, and what at the end. */
  readonly firstKey: string | undefined
  readonly lastKey: string | undefined
  /** There are older messages. */
  readonly onOlder: (() => void) | null
  readonly isReadingOlder: boolean
  readonly children: ReactNode
}

const NEAR_PX = 24

/** Messages one below the other. It follows the newest one, and stays where it is when older ones come in front. */
export function ChatLog({ label, firstKey, lastKey, onOlder, isReadingOlder, children }: LogProps) {
  const log = useRef<HTMLDivElement>(null)
  const heightBefore = useRef(0)
  const isAtEnd = useRef(true)
  useLayoutEffect(() => {
    const element = log.current
    if (element !== null) element.scrollTop = element.scrollHeight
  }, [lastKey])
  useEffect(() => {
    const element = log.current
    if (element === null) return
    // What is written below takes room: whoever reads the newest message goes on reading it.
    const watch = new ResizeObserver(() => {
      if (isAtEnd.current) element.scrollTop = element.scrollHeight
    })
    watch.observe(element)
    return () => watch.disconnect()
  }, [])
  useLayoutEffect(() => {
    const element = log.current
    if (element === null) return
    if (heightBefore.current > 0) element.scrollTop += element.scrollHeight - heightBefore.current
    heightBefore.current = 0
  }, [firstKey])
  const noteEnd = () => {
    const element = log.current
    if (element !== null) isAtEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_PX
  }
  const showOlder = () => {
    heightBefore.current = log.current?.scrollHeight ?? 0
    onOlder?.()
  }
  return (
    <div
      ref={log}
      onScroll={noteEnd}
      role="log"
      aria-label={label}
      tabIndex={0}
      className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto overscroll-contain p-3"
    >
      {onOlder !== null && (
        <Button look="quiet" busy={isReadingOlder} busyText="Loading…" onClick={showOlder}>
          Show older messages
        </Button>
      )}
      <ol className="mt-auto flex flex-col gap-3">{children}</ol>
    </div>
  )
}
