// SPDX-License-Identifier: GPL-3.0-or-later
// How things stand with a person: asked for first, then again with every event, so that nothing that the page shows was made of guesses.
import { clock, get, line, pauseAfter, resume, Unreached } from './client.js';

const NEWS = [
  'call.stored', 'call.waiting', 'call.accepted', 'call.aborted', 'call.released', 'ride.aboard', 'ride.ended', 'person.reported',
  'reservation.stored', 'reservation.activated', 'reservation.held', 'reservation.ended', 'share.created', 'share.joined',
  'share.someoneJoined', 'share.someoneLeft', 'share.owner', 'share.takenOff', 'share.missed', 'share.removed', 'share.fee',
  'offer.shown', 'offer.ended', 'status.changed', 'ride.given', 'ride.confirmBoarding', 'ride.released', 'driver.sent', 'ride.riders',
  'ride.route', 'ride.state', 'ride.fee', 'store.called', 'store.estimate', 'store.delayed', 'store.leaveAdvised', 'store.removed',
  'store.postponeProposed', 'store.postponed', 'store.proposalLapsed', 'store.cancelled', 'store.lapsed', 'store.entered',
  'store.entryDelayed', 'store.entryRefused', 'store.visitEnded', 'store.slotFreed', 'store.alternatives',
];

export class Standing {
  // - path: where the state is, such as `/me/passenger`.
  // - show: shows a state. - tell: tells of an event. - refused: tells that the state is not for this person.
  constructor(path, { show, tell, refused }) {
    Object.assign(this, { path, show, tell, refused });
    this.last = undefined;
    this.isWanted = false;
  }

  // Begins, and goes on until the page is left.
  async run() {
    // A tab that slept may have missed that its line was cut.
    document.addEventListener('visibilitychange', () => { if (!document.hidden) this.refresh(); });
    addEventListener('online', () => this.refresh());
    addEventListener('offline', () => line.set('gone'));
    setInterval(() => { if (!document.hidden) this.refresh(); }, 60_000);
    resume(problem => this.refused(problem)).then(() => this.refresh());
    for (let attempts = 0; ;) {
      if (await this.refresh()) {
        attempts = 0;
        await this.listen();
      }
      if (this.isOver) return;
      attempts += 1;
      await pauseAfter(attempts);
    }
  }

  // Asks again; tells whether there was an answer. Who asks while an answer is under way gets a newer one.
  refresh() {
    if (this.isOver) return Promise.resolve(false);
    this.isWanted = true;
    this.reading ??= this.read().finally(() => { this.reading = undefined; });
    return this.reading;
  }

  async read() {
    while (this.isWanted && !this.isOver) {
      this.isWanted = false;
      try {
        const answer = await get(this.path);
        clock.set(answer.now);
        this.last ??= answer.last;
        this.state = answer.state;
        this.show(answer.state);
      } catch (error) {
        if (!(error instanceof Unreached) && error.status !== undefined && error.status < 500 && error.status !== 429) {
          this.isOver = true;
          this.hangUp?.();
          this.refused(error);
        } else if (error.status === undefined && !(error instanceof Unreached)) {
          throw error;
        }
        if (error instanceof Unreached) {
          // The events come over the same line, which nobody has told that it is cut.
          this.hangUp?.();
        } else {
          clearTimeout(this.again);
          this.again = setTimeout(() => this.refresh(), 3000);
        }
        return false;
      }
    }
    return !this.isOver;
  }

  // Reads events until the line is cut.
  listen() {
    return new Promise(resolve => {
      const source = new EventSource(`/api/v1/events?after=${this.last}`);
      const end = this.hangUp = () => { source.close(); resolve(); };
      source.onerror = () => { line.set('gone'); end(); };
      const take = (name, act) => source.addEventListener(name, event => {
        // The browser itself has an event `open` as well, which has nothing in it.
        if (event.data === undefined) return;
        this.last = Number(event.lastEventId);
        act(JSON.parse(event.data));
      });
      take('open', content => { clock.set(content.now); line.set('here'); });
      take('gap', () => this.refresh());
      take('end', end);
      for (const name of NEWS) take(name, content => { this.tell(name, content); this.refresh(); });
    });
  }
}
