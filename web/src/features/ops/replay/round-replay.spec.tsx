/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { CORRECTION_TEXTS, errorAnswer, type RoundStoryAnswer } from '@fairmark/contract';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { Answers } from '../../../shared/testing/pages.js';
import { WRITTEN, type Answer } from '../../../shared/testing/server.js';
import { LiveRegion } from '../../../ui/live-region.js';
import { dialog, presses, sees, seesNo } from '../../../shared/testing/hands.js';
import { AS, open } from '../testing/open.js';
import { ALEX, CASS, markers, SAM, startedRound, verifiedRound } from '../testing/story.js';

const ID = '11111111-1111-4111-8111-111111111111';
const CALL = `GET /api/ops/rounds/${ID}`;
const CORRECT = `POST /api/match/${ID}/corrections`;
const NO_ROUNDS = { rounds: [], more: false };

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
    await sees('Harrow Point, Sun, 22 Nov 2026', 'Log intact', 'Step 4 of 4 · 22 Nov 2026, 9:03:00 am');
    await sees('Times are on the clock of the course (Australia/Sydney).');
    expect(screen.queryByRole('button', { name: 'Correct a card' })).toBeNull();
    expect(screen.getByRole('heading', { level: 3, name: 'Alex Kerr entered 4 on hole 1.' })).toBeTruthy();
    const step = within(screen.getByRole('region', { name: 'This step' }));
    const phone = ['21 Nov 2026, 11:50:00 pm', 'Phone device-2', 'sent 9 h 13 min later'];
    for (const words of ['Alex Kerr entered 4 on hole 1.', 'Alex Kerr, as marker', '9:03:00 am', ...phone]) {
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
    await act(() => go(`/ops?round=${ID}`));
    expect(await screen.findByRole('heading', { name: 'Alex Kerr entered 4 on hole 1.' })).toBeTruthy();
  });

  it('goes to any step by the slider, the buttons and the list', async () => {
    const { golfer } = show(differing());
    const slider = await screen.findByRole<HTMLInputElement>('slider', { name: 'Step' });
    expect(slider.getAttribute('aria-valuetext')).toMatch(/^Step 4 of 4, .*: Alex Kerr entered 4 on hole 1\.$/);
    fireEvent.change(slider, { target: { value: '2' } });
    expect(screen.getByRole('heading', { name: 'Sam Reid entered 5 on hole 1.' })).toBeTruthy();
    expect(cell(screen.getByRole('table', { name: 'Out, Sam Reid' }), 'Marker', 1)?.textContent).toBe('–not entered');
    await presses('Previous step');
    await presses('Previous step');
    await sees('The round has not started yet');
    await presses('Next step');
    expect(slider.value).toBe('1');
    const list = within(screen.getByRole('list', { name: 'Every step' }));
    await golfer.click(list.getByRole('button', { name: /^Alex Kerr entered 4/ }));
    expect(slider.value).toBe('3');
    expect(list.getByRole('button', { current: 'step' }).textContent).toContain('Alex Kerr entered 4 on hole 1.');
  });

  it('plays, from the beginning if it is at the end, and can be paused', async () => {
    show(differing());
    const slider = await screen.findByRole<HTMLInputElement>('slider', { name: 'Step' });
    await presses('Play the round');
    expect(slider.value).toBe('0');
    await waitFor(() => expect(slider.value).toBe('1'));
    await presses('Pause');
    await presses('Play the round');
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

  it('names the marker at each step', async () => {
    show(
      startedRound()
        .add('MarkersAssigned', 'Who marks whom.', { markers: markers(CASS, null) })
        .done(),
    );
    const card = within(await screen.findByRole('region', { name: 'Sam Reid' }));
    expect(card.getByText('Cass Moore')).toBeTruthy();
    await presses('Previous step');
    expect(card.getByText('Alex Kerr')).toBeTruthy();
  });

  it('names the step that was tampered with', async () => {
    const fault = 'It was changed: its hash does not match.';
    // The stream has a gap between the second event and the third; steps are counted as they are shown.
    const story = startedRound().enters({ holeNumber: 1, to: 5 }, { revision: '7' }).enters({ holeNumber: 2, to: 4 });
    show(story.done({ proof: { whole: false, eventId: 'event3', revision: '7', fault } }));
    await sees('Step 3 is not as it was recorded', 'This record was tampered with');
    await sees(/^It was changed: its hash does not match\. Event/);
    expect(screen.getByRole('button', { name: /Not as it was recorded/ }).textContent).toContain('on hole 1');
  });

  it('shows the evidence of a step', async () => {
    const { golfer } = show(startedRound().signs(SAM, 'MARKER').done());
    await golfer.click(await screen.findByText('Evidence'));
    await sees('card of sam', 'hash3', 'hash2', 'event3');
  });
});

describe('a correction', () => {
  const FIRST = 'Another correction of this card came first';

  /** Opens the form for the cards of a round. Its parts are found by their texts: by roles it takes seconds. */
  const openForm = async (story: RoundStoryAnswer, refusal: Answer) => {
    const page = show(story, { ...AS.committee, [CORRECT]: refusal });
    await presses('Correct a card');
    const form = await dialog('Correct a card');
    const choosesHole3 = () => page.golfer.selectOptions(form.getByLabelText('New score of hole 3'), '5');
    const chooses = (label: string) => page.golfer.click(form.getByLabelText(label));
    const sends = () => page.golfer.click(form.getByText('Correct the card'));
    return { ...page, form, choosesHole3, chooses, sends };
  };

  it('is sent with the entries that it replaces, is kept when it is refused, and then shown', async () => {
    const story = verifiedRound().done({ mayCorrect: true });
    const { golfer, form, choosesHole3, chooses, sends, sent, reply } = await openForm(story, 'OWN_CARD');
    expect(form.getByLabelText<HTMLInputElement>('Sam Reid').checked).toBe(true);
    await sees('Choose a new score for a hole first');
    await choosesHole3();
    await sees('Choose a reason first');
    await chooses('A ruling after the round');
    await golfer.type(form.getByLabelText(/^In the committee's words/), 'Rule 13.');
    expect(form.getByLabelText('What will be').textContent).toBe('Hole 3: 3 becomes 5');
    await sends();
    await sees("You can't correct your own card");
    const details = { note: CORRECTION_TEXTS.noteKept };
    reply({ [CORRECT]: Response.json(errorAnswer('INVALID_INPUT', details), { status: 400 }) });
    await sends();
    await sees(CORRECTION_TEXTS.noteKept);
    reply({ [CORRECT]: 'SCORE_CHANGED' });
    await sends();
    await sees(FIRST);
    await waitFor(() => expect(sent(CALL).length).toBeGreaterThan(1));
    expect(form.getByLabelText<HTMLSelectElement>('New score of hole 3').value).toBe('5');
    reply({ [CORRECT]: WRITTEN, [CALL]: verifiedRound().corrects(SAM, 3, 3, 5).done({ mayCorrect: true }) });
    await sends();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await screen.findByRole('heading', { name: 'The committee corrected hole 3.' })).toBeTruthy();
    const posts = sent(CORRECT);
    const holes = [{ holeNumber: 3, strokes: 5, replaces: 'event23' }];
    expect(posts.at(-1)?.body).toEqual({ userId: 'sam', reason: 'RULING', note: 'Rule 13.', holes });
    expect(new Set(posts.map(({ key }) => key)).size).toBe(1);
  });

  it('is refused and announced for the card that it was sent for, whichever is chosen since', async () => {
    const story = verifiedRound(SAM, ALEX).done({ mayCorrect: true });
    const { choosesHole3, chooses, sends, reply } = await openForm(story, 'SCORE_CHANGED');
    await chooses('Sam Reid');
    await choosesHole3();
    await chooses('A ruling after the round');
    await sends();
    await sees(FIRST);
    await chooses('Alex Kerr');
    seesNo(FIRST);
    await choosesHole3();
    let arrives = (_answer: object): void => undefined;
    reply({ [CORRECT]: new Promise<object>((resolve) => (arrives = resolve)) });
    await sends();
    await chooses('Sam Reid');
    render(<LiveRegion />);
    arrives(WRITTEN);
    await sees(/The card of Alex Kerr has been corrected$/);
  });
});
