import { ChevronLeft, MessagesSquare } from 'lucide-react'
import { Link } from 'wouter'
import { Button } from '../../shared/ui/button.tsx'
import { lazyPart } from '../../shared/ui/lazy-part.tsx'
import { PartNotLoaded } from '../../shared/ui/part-not-loaded.tsx'
import { classes } from '../../shared/ui/classes.ts'
import { EmptyState } from '../../shared/ui/states.tsx'
import { useListParams } from '../kit/use-list-params.ts'
import { ConsolePage } from '../kit/console-page.tsx'
import { ConversationList } from './conversation-list.tsx'
import { AdminConversation } from './admin-conversation.tsx'

const Report = lazyPart(() => import('./care-report.tsx').then((m) => m.CareReport))

type ScreenProps = { readonly params: { readonly [name: string]: string } }

/**
 * The chat (CHAT-11 to CHAT-18): conversations, the open conversation, and its player. Below 1,024 pixels these are
 * separate screens.
 */
export function ChatScreen({ params: { userId } }: ScreenProps) {
  const params = useListParams()
  return (
    <ConsolePage
      title="Customer Care Chat"
      back={userId === undefined ? null : <ToList />}
      end={
        // On narrow screens, an open conversation needs the height.
        <span className={classes(userId !== undefined && 'max-lg:hidden')}>
          <Button variant="secondary" onClick={() => params.show({ view: 'report' })}>
            Answer times
          </Button>
        </span>
      }
    >
      <div className="lg:grid lg:h-[calc(var(--screen)-132px-var(--ribbon,0px))] lg:grid-cols-[minmax(220px,280px)_minmax(0,1fr)] lg:gap-3">
        <div className={classes('min-h-0', userId !== undefined && 'max-lg:hidden')}>
          <ConversationList chosen={userId} />
        </div>
        {userId === undefined ? (
          <div className="rounded-card border border-line bg-raised max-lg:hidden">
            <EmptyState
              icon={<MessagesSquare className="size-8" />}
              title="No conversation is open"
              text="Choose a conversation on the left to read and answer its messages."
            />
          </div>
        ) : (
          <AdminConversation key={userId} userId={userId} />
        )}
      </div>
      <div className="contents">
        {params.get('view') === 'report' && (
          <Report failure={<PartNotLoaded what="The report" />} onClose={() => params.show({ view: '' })} />
        )}
      </div>
    </ConsolePage>
  )
}

const ToList = () => (
  <Link
    href="/admin/chat"
    aria-label="All conversations"
    className="-m-3 inline-flex size-11 items-center justify-center lg:hidden"
  >
    <ChevronLeft className="size-5" />
  </Link>
)
