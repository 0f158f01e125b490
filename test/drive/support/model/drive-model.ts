import { clientStateHash } from '../../../../subgraphs/drive/sync/rules/subscription.js';
import type { SimulatedSubscription } from '../../../support/document-site/index.js';
import type { TakenStep } from '../../../support/interleavings/explore.js';
import { Stage } from '../../../support/interleavings/stage.js';
import { fromOutside } from '../drive-world.js';
import type { Environment, ProcessName } from './environment.js';
import { type ModelProcess, openNotifications, startProcess } from './process.js';

const jobTaken = 'takes a job';

/** What later steps can observe of jobs and open notifications. */
interface Marks {
  /** The queue in its order; empty if there are no jobs. */
  readonly jobs: string;
  readonly hasOpen: boolean;
}

interface Notification extends Pick<SimulatedSubscription, 'id' | 'clientState'> {
  readonly lifecycleEvent?: string;
}

/**
 * One run of a model: a site, the processes that follow it, and their actions in steps. The processes run the real
 * service on PostgreSQL. A step is a statement, a transaction from its first write to its end, or one side of a request
 * to the site.
 */
export class DriveModel {
  readonly stage = new Stage();
  /** Notifications with the response 202: the subscriptions of genuine ones, and the number of forged ones. */
  readonly delivered = { genuine: [] as string[], forged: 0 };
  readonly #processes = new Map<ProcessName, ModelProcess>();
  readonly #idle = new Set<string>();
  readonly #undelivered = new Map<string, Notification>();
  #receiver: ProcessName = 'server';
  #marks: Marks | undefined;
  #changes = 0;
  #deliveries = 0;

  constructor(readonly environment: Environment) {
    this.#watchSite();
  }

  /** The process that receives notifications. */
  get receiver(): ProcessName {
    return this.#receiver;
  }

  process(name: ProcessName): ModelProcess {
    const known = this.#processes.get(name) ?? startProcess(this.environment, name, this.stage);
    this.#processes.set(name, known);
    return known;
  }

  /** Number of dropped notifications that processes have counted, but not stored. */
  async unstoredNotifications(): Promise<number> {
    const counts = await Promise.all([...this.#processes.values()].map((process) => process.unstoredNotifications()));
    return counts.reduce((sum, count) => sum + count, 0);
  }

  add(process: ProcessName | 'site', description: string, work: () => Promise<void>): void {
    this.stage.add({ name: `${process} ${description}`, process }, work);
  }

  /** Adds a job that runs independently of the queue. */
  addJob(process: ProcessName, name: string): void {
    this.add(process, name, async () => await this.runJob(process, name));
  }

  async runJob(process: ProcessName, name: string, payload: unknown = {}): Promise<void> {
    await this.process(process)
      .service.jobs.find((job) => job.name === name)
      ?.run(payload);
  }

  /** Adds a worker that runs jobs of the queue. `isIdle`: only while no other actor is ready. */
  addWorker(process: ProcessName, { isIdle = false } = {}): void {
    if (isIdle) this.#idle.add(`${process} worker`);
    this.add(process, 'worker', async () => {
      for (;;) {
        await this.stage.beforeStatement(process, jobTaken);
        const job = await this.#takeJob();
        if (job === undefined) return;
        await this.runJob(process, job.name, job.payload);
      }
    });
  }

  /** Changes the site, which then notifies its subscribers. */
  addChange(): void {
    const change = ++this.#changes;
    this.add('site', `changes ${change}`, async () => {
      const { content, subscriptions } = this.environment.site;
      content.addFolder(`change ${change}`);
      this.stage.touch({ writes: ['site content'], reads: ['site subscriptions'] });
      for (const { id, clientState } of subscriptions.values()) this.#deliver({ id, clientState });
    });
  }

  /** Sends a lifecycle notification of the site, which may have removed the subscription. */
  addLifecycleEvent(lifecycleEvent: 'subscriptionRemoved' | 'reauthorizationRequired'): void {
    this.add('site', lifecycleEvent, async () => {
      const { subscriptions } = this.environment.site;
      this.stage.touch({ writes: ['site subscriptions'] });
      for (const { id, clientState } of [...subscriptions.values()]) {
        if (lifecycleEvent === 'subscriptionRemoved') subscriptions.delete(id);
        this.#deliver({ id, clientState, lifecycleEvent });
      }
    });
  }

  /**
   * Kills a process at some point. `addActions` adds the actions of others; the site delivers notifications without a
   * response to the survivor.
   */
  addCrash(process: ProcessName, survivor: ProcessName, addActions: () => void): void {
    this.stage.add({ name: `crash of ${process}`, process: 'fate' }, async () => {
      await this.process(process).kill();
      if (this.#receiver === process) {
        this.#receiver = survivor;
        const lost = [...this.#undelivered.values()];
        this.#undelivered.clear();
        for (const notification of lost) this.#deliver(notification);
      }
      addActions();
    });
  }

  async ready(): Promise<string[]> {
    const { stage } = this;
    this.#marks ??= await this.#readMarks();
    const hasJobs = this.#marks.jobs !== '';
    const ready = stage.waiting.filter(({ label }) => label !== jobTaken || hasJobs).map(({ name }) => name);
    const busy = ready.filter((name) => !this.#idle.has(name));
    return busy.length > 0 ? busy : ready;
  }

  async step(actor: string): Promise<TakenStep> {
    const step = await this.stage.take(actor);
    const writes = new Set(step.footprint.writes);
    if (!writes.has('jobs') && !writes.has('notification')) return step;
    const marksBefore = this.#marks;
    const after = await this.#readMarks();
    this.#marks = after;
    // Neither a job that is queued already nor a further open notification affects other steps.
    const reads = new Set([...step.footprint.reads, ...writes]);
    if (after.jobs === marksBefore?.jobs) writes.delete('jobs');
    if (writes.has('notification')) (after.hasOpen === marksBefore?.hasOpen ? reads : writes).add(openNotifications);
    return { ...step, footprint: { reads, writes } };
  }

  async end(): Promise<void> {
    await this.stage.release();
    await this.environment.site.untilIdle();
    await Promise.all([...this.#processes.values()].map((process) => process.close()));
  }

  /** Requests to the site are steps too: their arrival, and the response to a created subscription. */
  #watchSite(): void {
    const { faults, subscriptions } = this.environment.site;
    const touched = { delta: { reads: ['site content'] }, subscriptions: { writes: ['site subscriptions'] } };
    for (const on of ['delta', 'subscriptions'] as const) {
      faults.add({
        ...{ on, times: Number.POSITIVE_INFINITY },
        beforeResponse: async ({ method, response }) => {
          response.once('finish', () => this.stage.responded());
          await this.stage.atServer(`${method} ${on}`);
          this.stage.touch(touched[on]);
        },
      });
    }
    subscriptions.aroundResponse = { before: () => this.stage.atServer('the response to a new subscription') };
  }

  /** Some forged notifications contain data that an attacker could have read from the database. */
  #deliver(notification: Notification): void {
    const { id, clientState, lifecycleEvent } = notification;
    const receiver = this.#receiver;
    const delivery = `delivery ${++this.#deliveries}`;
    this.#undelivered.set(delivery, notification);
    const forged = ['forged', '', clientStateHash(clientState)].flatMap((wrong) => [
      { subscriptionId: id, clientState: wrong },
      { subscriptionId: 'of nobody', clientState: wrong, lifecycleEvent: 'subscriptionRemoved' },
    ]);
    this.add(receiver, delivery, async () => {
      const notifications = [...forged, { subscriptionId: id, clientState, lifecycleEvent: lifecycleEvent ?? null }];
      await this.process(receiver).service.receiveNotifications(fromOutside, { notifications });
      this.#undelivered.delete(delivery);
      this.delivered.genuine.push(id);
      this.delivered.forged += forged.length;
    });
  }

  async #readMarks(): Promise<Marks> {
    const [row] = await this.environment.test.database.sql<[Marks]>`select
      (select coalesce(string_agg(concat_ws(' ', task_id, key, payload), ',' order by id), '')
        from graphile_worker._private_jobs) as jobs,
      exists (select from drive.notification where run_id is null) as "hasOpen"`;
    return row;
  }

  /** The model omits jobs that a killed worker had taken, because the queue retries them only hours later. */
  async #takeJob(): Promise<{ name: string; payload: unknown } | undefined> {
    this.stage.touch({ writes: ['jobs'] });
    const [job] = await this.environment.test.database.sql<{ name: string; payload: unknown }[]>`
      delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
      where t.id = j.task_id and j.id = (select min(id) from graphile_worker._private_jobs)
      returning t.identifier as name, j.payload`;
    return job;
  }
}
