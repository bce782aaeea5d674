/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { CORRECTION_TEXTS, errorAnswer, type RoundStoryAnswer } from '@fairmark/contract';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { Answers } from '../../../shared/testing/pages.js';
import { LiveRegion } from '../../../ui/live-region.js';
import { AS, open } from '../testing/open.js';
import { ALEX, CASS, markers, SAM, startedRound, verifiedRound } from '../testing/story.js';

const ID = '11111111-1111-4111-8111-111111111111';
const CALL = `GET /api/ops/rounds/${ID}`;
const CORRECT = `POST /api/match/${ID}/corrections`;
const NO_ROUNDS = { rounds: [], more: false };
const WRITTEN = { position: '1', log: 'log', revision: '50' };

const show = (story: RoundStoryAnswer, more: Answers = AS.auditor) =>
  open(`/ops?round=${ID}`, { ...more, [CALL]: story });
const cell = (table: HTMLElement, row: string, hole: number) => {
  const line = within(table).getByRole('rowheader', { name: row }).closest('tr');
  return line?.querySelectorAll('td')[hole - 1] ?? null;
};

describe('the replay of a round', () => {
  const differing = () =>
    startedRound()
      .enters({ holeNumber: 1, to: 5 })
      .enters({ holeNumber: 1, to: 4, side: 'MARKER' }, { deviceId: 'device-2', occurredAt: '2026-11-21T12:50:00Z' })
      .done();

  it('begins at the last step with its author, time, phone and the cards', async () => {
    show(differing());
    expect(await screen.findByRole('heading', { level: 2, name: 'Harrow Point, Sun, 22 Nov 2026' })).toBeTruthy();
    expect(screen.getByText('Log intact')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Correct a card' })).toBeNull();
    expect(screen.getByText('Times are on the clock of the course (Australia/Sydney).')).toBeTruthy();
    expect(screen.getByText('Step 4 of 4 · 22 Nov 2026, 9:03:00 am')).toBeTruthy();
    const step = within(screen.getByRole('region', { name: 'This step' }));
    expect(step.getByText('Alex Kerr entered 4 on hole 1.')).toBeTruthy();
    expect(screen.getByRole('heading', { level: 3, name: 'Alex Kerr entered 4 on hole 1.' })).toBeTruthy();
    const phone = ['21 Nov 2026, 11:50:00 pm', 'Phone device-2', 'sent 9 h 13 min later'];
    for (const words of ['Alex Kerr, as marker', '9:03:00 am', ...phone]) {
      expect(step.getByText(words)).toBeTruthy();
    }
    const table = screen.getByRole('table', { name: 'Out, Sam Reid' });
    expect(cell(table, 'Player', 1)?.textContent).toBe('55, bogey');
    expect(cell(table, 'Marker', 1)?.textContent).toBe('44, par, changed in this step');
    expect(within(table).getByText(', entries differ')).toBeTruthy();
    expect(screen.getByRole('table', { name: 'In, Alex Kerr' })).toBeTruthy();
  });

  it('is read again when it is opened again', async () => {
    const { golfer, go, reply } = show(startedRound().done(), { ...AS.auditor, 'GET /api/ops/rounds': NO_ROUNDS });
    await golfer.click(await screen.findByRole('link', { name: 'Back to rounds' }));
    reply({ [CALL]: differing() });
    await go(`/ops?round=${ID}`);
    expect(await screen.findByRole('heading', { name: 'Alex Kerr entered 4 on hole 1.' })).toBeTruthy();
  });

  it('goes to any step by the slider, the buttons and the list', async () => {
    const { golfer } = show(differing());
    const slider = await screen.findByRole<HTMLInputElement>('slider', { name: 'Step' });
    expect(slider.getAttribute('aria-valuetext')).toMatch(/^Step 4 of 4, .*: Alex Kerr entered 4 on hole 1\.$/);
    fireEvent.change(slider, { target: { value: '2' } });
    expect(screen.getByRole('heading', { name: 'Sam Reid entered 5 on hole 1.' })).toBeTruthy();
    expect(cell(screen.getByRole('table', { name: 'Out, Sam Reid' }), 'Marker', 1)?.textContent).toBe('–not entered');
    await golfer.click(screen.getByRole('button', { name: 'Previous step' }));
    await golfer.click(screen.getByRole('button', { name: 'Previous step' }));
    expect(screen.getByText('The round has not started yet')).toBeTruthy();
    await golfer.click(screen.getByRole('button', { name: 'Next step' }));
    expect(slider.value).toBe('1');
    const list = within(screen.getByRole('list', { name: 'Every step' }));
    await golfer.click(list.getByRole('button', { name: /^Alex Kerr entered 4/ }));
    expect(slider.value).toBe('3');
    expect(list.getByRole('button', { current: 'step' }).textContent).toContain('Alex Kerr entered 4 on hole 1.');
  });

  it('plays, from the beginning if it is at the end, and can be paused', async () => {
    const { golfer } = show(differing());
    const slider = await screen.findByRole<HTMLInputElement>('slider', { name: 'Step' });
    await golfer.click(screen.getByRole('button', { name: 'Play the round' }));
    expect(slider.value).toBe('0');
    await waitFor(() => expect(slider.value).toBe('1'));
    await golfer.click(screen.getByRole('button', { name: 'Pause' }));
    expect(screen.getByRole('button', { name: 'Play the round' })).toBeTruthy();
    await golfer.click(screen.getByRole('button', { name: 'Play the round' }));
    await waitFor(() => expect(slider.value).toBe('3'));
    expect(screen.getByRole('button', { name: 'Play the round' })).toBeTruthy();
  });

  it('shows signatures on the clock of the course, and corrections beside the entries', async () => {
    const story = verifiedRound().corrects(SAM, 3, 3, 5).done();
    show({ ...story, round: { ...story.round, timeZone: 'Australia/Perth' } });
    const card = within(await screen.findByRole('region', { name: 'Sam Reid' }));
    expect(card.getAllByText(/^22 Nov 2026, 6:3\d.am$/)).toHaveLength(2);
    expect(card.getByText('Verified')).toBeTruthy();
    expect(card.getByText('Corrected', { selector: '[data-kind]' })).toBeTruthy();
    expect(card.getAllByText(/^Signed/)).toHaveLength(2);
    const table = card.getByRole('table', { name: 'Out, Sam Reid' });
    expect(cell(table, 'Marker', 3)?.textContent).toBe('33, par, corrected by the committee');
    expect(cell(table, 'Cor\u00ADrected', 3)?.textContent).toBe('535, double bogey, changed in this step');
    expect(within(screen.getByRole('region', { name: 'Alex Kerr' })).getAllByText('Not signed')).toHaveLength(2);
  });

  it('names the marker at each step, and marks no hole whose results agree', async () => {
    const story = startedRound()
      .enters({ holeNumber: 1, to: 8 })
      .enters({ holeNumber: 1, to: 9, side: 'MARKER' })
      .add('MarkersAssigned', 'Who marks whom.', { markers: markers(CASS, null) })
      .done();
    const { golfer } = show({ ...story, round: { ...story.round, matchType: 'STABLEFORD' } });
    const card = within(await screen.findByRole('region', { name: 'Sam Reid' }));
    expect(card.getByText('Cass Moore')).toBeTruthy();
    expect(card.queryByText(', entries differ')).toBeNull();
    await golfer.click(screen.getByRole('button', { name: 'Previous step' }));
    expect(card.getByText('Alex Kerr')).toBeTruthy();
  });

  it('names the step that was tampered with', async () => {
    const proof = {
      whole: false,
      eventId: 'event3',
      revision: '7',
      fault: 'It was changed: its hash does not match.',
    } as const;
    // The stream has a gap between the second event and the third; steps are counted as they are shown.
    show(
      startedRound()
        .enters({ holeNumber: 1, to: 5 }, { revision: '7' })
        .enters({ holeNumber: 2, to: 4 })
        .done({ proof }),
    );
    expect(await screen.findByText('Step 3 is not as it was recorded')).toBeTruthy();
    expect(screen.getByText('This record was tampered with')).toBeTruthy();
    expect(screen.getByText(/^It was changed: its hash does not match\. Event/)).toBeTruthy();
    expect(screen.getByRole('button', { name: /Not as it was recorded/ }).textContent).toContain('on hole 1');
  });

  it('shows the evidence of a step', async () => {
    const { golfer } = show(startedRound().signs(SAM, 'MARKER', ALEX).done());
    await golfer.click(await screen.findByText('Evidence'));
    for (const words of ['card of sam', 'hash3', 'hash2', 'event3']) expect(screen.getByText(words)).toBeTruthy();
  });
});

describe('a correction', () => {
  it('is sent with the entries that it replaces, is kept when it is refused, and then shown', async () => {
    const story = verifiedRound().done({ mayCorrect: true });
    const { golfer, sent, reply } = show(story, { ...AS.committee, [CORRECT]: 'OWN_CARD' });
    await golfer.click(await screen.findByRole('button', { name: 'Correct a card' }));
    const form = within(await screen.findByRole('dialog', { name: 'Correct a card' }));
    // By their texts: finding roles among the scores of 18 holes takes seconds.
    expect(form.getByLabelText<HTMLInputElement>('Sam Reid').checked).toBe(true);
    expect(form.getByText('Choose a new score for a hole first')).toBeTruthy();
    await golfer.selectOptions(form.getByLabelText('New score of hole 3'), '5');
    expect(form.getByText('Choose a reason first')).toBeTruthy();
    await golfer.click(form.getByLabelText('A ruling after the round'));
    await golfer.type(form.getByLabelText(/^In the committee's words/), 'Rule 13.');
    expect(form.getByLabelText('What will be').textContent).toBe('Hole 3: 3 becomes 5');
    await golfer.click(form.getByText('Correct the card'));
    expect(await form.findByText("You can't correct your own card")).toBeTruthy();
    const details = { note: CORRECTION_TEXTS.noteKept };
    reply({ [CORRECT]: Response.json(errorAnswer('INVALID_INPUT', details), { status: 400 }) });
    await golfer.click(form.getByText('Correct the card'));
    expect(await form.findByText(CORRECTION_TEXTS.noteKept)).toBeTruthy();
    reply({ [CORRECT]: 'SCORE_CHANGED' });
    await golfer.click(form.getByText('Correct the card'));
    expect(await form.findByText('Another correction of this card came first')).toBeTruthy();
    await waitFor(() => expect(sent(CALL).length).toBeGreaterThan(1));
    expect(form.getByLabelText<HTMLSelectElement>('New score of hole 3').value).toBe('5');
    reply({ [CORRECT]: WRITTEN, [CALL]: verifiedRound().corrects(SAM, 3, 3, 5).done({ mayCorrect: true }) });
    await golfer.click(form.getByText('Correct the card'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await screen.findByRole('heading', { name: 'The committee corrected hole 3.' })).toBeTruthy();
    const posts = sent(CORRECT);
    expect(posts.at(-1)?.body).toEqual({
      userId: 'sam',
      reason: 'RULING',
      note: 'Rule 13.',
      holes: [{ holeNumber: 3, strokes: 5, replaces: 'event23' }],
    });
    expect(new Set(posts.map(({ key }) => key)).size).toBe(1);
  });

  it('is refused and announced for the card that it was sent for, whichever is chosen since', async () => {
    const story = verifiedRound();
    for (const side of ['PLAYER', 'MARKER'] as const) {
      for (let hole = 1; hole <= 18; hole += 1) story.enters({ card: ALEX, holeNumber: hole, to: 4, side });
    }
    story.signs(ALEX, 'PLAYER', ALEX).signs(ALEX, 'MARKER', SAM).add('CardVerified', 'Verified.', { about: ALEX });
    const { golfer, reply } = show(story.done({ mayCorrect: true }), { ...AS.committee, [CORRECT]: 'SCORE_CHANGED' });
    await golfer.click(await screen.findByRole('button', { name: 'Correct a card' }));
    const form = within(await screen.findByRole('dialog', { name: 'Correct a card' }));
    await golfer.click(form.getByLabelText('Sam Reid'));
    await golfer.selectOptions(form.getByLabelText('New score of hole 3'), '5');
    await golfer.click(form.getByLabelText('A ruling after the round'));
    await golfer.click(form.getByText('Correct the card'));
    const refusal = 'Another correction of this card came first';
    expect(await form.findByText(refusal)).toBeTruthy();
    await golfer.click(form.getByLabelText('Alex Kerr'));
    expect(form.queryByText(refusal)).toBeNull();
    await golfer.selectOptions(form.getByLabelText('New score of hole 3'), '5');
    let arrives = (_answer: object): void => undefined;
    reply({ [CORRECT]: new Promise<object>((resolve) => (arrives = resolve)) });
    await golfer.click(form.getByText('Correct the card'));
    await golfer.click(form.getByLabelText('Sam Reid'));
    render(<LiveRegion />);
    arrives(WRITTEN);
    await screen.findByText(/The card of Alex Kerr has been corrected$/);
  });
});
