import { Bell, ChevronRight, Flag, Plus, Trophy, UserPlus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Avatar } from '../ui/avatar.js';
import { Banner } from '../ui/banner.js';
import { Button } from '../ui/button.js';
import { Card, Facts } from '../ui/card.js';
import { Chip } from '../ui/chip.js';
import { EmptyState, ErrorState } from '../ui/empty-state.js';
import { IconButton } from '../ui/icon-button.js';
import { announce, LiveRegion } from '../ui/live-region.js';
import { PageHeading } from '../ui/page-title.js';
import { TopProgress } from '../ui/progress-bar.js';
import { Skeleton } from '../ui/skeleton.js';
import { Spinner } from '../ui/spinner.js';
import { Tabs } from '../ui/tabs.js';
import { Group, Shelf, Stack } from './frame.js';

/** Buttons, banners, cards and what stands in for them. */
export function PrimitivesGallery(): ReactNode {
  return (
    <>
      <Buttons />
      <Notices />
      <Papers />
      <Waiting />
    </>
  );
}

function Buttons(): ReactNode {
  const [busy, setBusy] = useState(false);
  return (
    <Group title="Buttons">
      <Shelf>
        <Button onClick={() => announce('Start playing was pressed')}>Start playing</Button>
        <Button kind="secondary">Edit</Button>
        <Button kind="quiet">Change</Button>
        <Button kind="danger">Delete round</Button>
        <Button icon={<UserPlus size={20} aria-hidden="true" />}>Invite</Button>
        <IconButton label="Notifications" icon={<Bell size={22} aria-hidden="true" />} />
        <LiveRegion />
      </Shelf>
      <Shelf>
        <Button disabled>Create account</Button>
        <Button busy>Start playing</Button>
        <Button kind="secondary" busy>
          Edit
        </Button>
        <Button kind="secondary" disabled>
          Edit
        </Button>
        <Button kind="danger" busy={busy} onClick={() => setBusy(!busy)}>
          Becomes busy
        </Button>
        <IconButton label="Add" icon={<Plus size={22} aria-hidden="true" />} disabled />
      </Shelf>
      <Stack>
        <Button size="large" wide reason="Waiting for Alex to get ready">
          Start playing
        </Button>
        <Button size="large" wide reason="">
          Start playing
        </Button>
      </Stack>
      <Stack>
        <Button size="large" wide icon={<ChevronRight size={22} aria-hidden="true" />}>
          Next hole
        </Button>
        <Button size="large" wide kind="secondary">
          No Score
        </Button>
      </Stack>
    </Group>
  );
}

function Notices(): ReactNode {
  return (
    <Group title="Banners, chips, avatars">
      <Stack>
        <Banner kind="info" title="Practice rounds are always stableford" />
        <Banner kind="success" title="Your email has been verified">
          Sign in to set up your first round.
        </Banner>
      </Stack>
      <Stack>
        <Banner kind="warn" title="2 scores are waiting for a signal">
          They are safe on this phone.
        </Banner>
        <Banner
          kind="danger"
          title="Your scores don't match. Issues are highlighted. Please fix so both match."
          action={<Button kind="secondary">Show hole 5</Button>}
        />
      </Stack>
      <Shelf>
        <Chip>GA 9.1</Chip>
        <Chip kind="primary" icon={<Flag aria-hidden="true" />}>
          Hole 5
        </Chip>
        <Chip kind="brass" icon={<Trophy aria-hidden="true" />}>
          Winner
        </Chip>
        <Chip kind="warn">Unsigned</Chip>
        <Chip kind="danger">Withdrawn</Chip>
      </Shelf>
      <Shelf>
        <Avatar name="Karrie Webb" />
        <Avatar name="Élodie van der Berg" size={56} />
        <Avatar name="Jo" size={32} />
        <Avatar name="Broken Picture" src="/no-such-picture.png" size={72} />
      </Shelf>
    </Group>
  );
}

function Papers(): ReactNode {
  const [tab, setTab] = useState('me');
  const change = <Button kind="quiet">Change</Button>;
  return (
    <Group title="Cards, headings, tabs">
      <Card>
        <Facts
          items={[
            { term: 'Course', value: 'Royal Sandhurst', action: change },
            { term: 'Format', value: 'Stableford', action: change },
            { term: 'Tee', value: 'Championship' },
          ]}
        />
      </Card>
      <Stack>
        <PageHeading over="Saturday 14 November" aside={<Chip>GA 9.1</Chip>}>
          Good morning, Sam
        </PageHeading>
        <Tabs
          label="Whose score"
          value={tab}
          onChange={setTab}
          tabs={[
            { value: 'me', label: 'Your score' },
            { value: 'alex', label: 'Marking Alex Kerr' },
          ]}
        >
          <Card>{tab === 'me' ? 'Your card' : 'The card of Alex'}, hole 5.</Card>
        </Tabs>
      </Stack>
    </Group>
  );
}

function Waiting(): ReactNode {
  return (
    <Group title="Nothing, not yet, not possible">
      <EmptyState title="No rounds yet" action={<Button kind="secondary">Match Round</Button>}>
        Verified cards of the day stand here.
      </EmptyState>
      <ErrorState onRetry={() => announce('Asked again')}>There was no answer. Please try again.</ErrorState>
      <Stack>
        <Skeleton lines={3} />
        <Skeleton height={120} />
      </Stack>
      <Spinner label="Verifying" />
      <TopProgress active />
    </Group>
  );
}
