package io.flowgauge.instrumentation.nativeprovider.dwarf;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * The sections of an ELF64 file, which are read when needed. The total size that one instance may
 * read is bounded. Not thread-safe.
 */
final class ElfSections implements AutoCloseable {
  private static final int HEADER_SIZE = 64;
  private static final int SECTION_HEADER_SIZE = 64;
  private static final int COMPRESSION_HEADER_SIZE = 24;
  private static final int MOST_SECTIONS = 65_536;
  private static final int NO_BITS = 8;
  private static final long COMPRESSED = 0x800;
  private static final int ZLIB = 1;
  private static final long PARTS_OF_MEMORY = 12;

  private final FileChannel channel;
  private final Path file;
  private final Map<String, Section> sections = new LinkedHashMap<>();

  /** How many bytes may still be read, or inflated. */
  private long memoryLeft = Runtime.getRuntime().maxMemory() / PARTS_OF_MEMORY;

  /** The header of a section. */
  record Section(int name, int type, long flags, long offset, long size) {}

  private ElfSections(FileChannel channel, Path file) {
    this.channel = channel;
    this.file = file;
  }

  static ElfSections open(Path file) throws IOException {
    FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
    ElfSections sections = new ElfSections(channel, file);
    try {
      sections.readHeaders();
      return sections;
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }

  private DebugFormatException wrong(String what) {
    return new DebugFormatException(file + ": " + what);
  }

  private byte[] read(long offset, long size) throws IOException {
    long length = channel.size();
    if (offset < 0 || size < 0 || offset > length || size > length - offset) {
      throw wrong(size + " bytes at " + offset + " are wanted, but the file has " + length);
    }
    reserveMemory(size);
    ByteBuffer buffer = ByteBuffer.wrap(new byte[(int) size]);
    while (buffer.hasRemaining()) {
      if (channel.read(buffer, offset + buffer.position()) <= 0) {
        throw wrong("it was truncated while being read");
      }
    }
    return buffer.array();
  }

  private void reserveMemory(long size) throws DebugFormatException {
    if (size > memoryLeft || size > Integer.MAX_VALUE - 8) {
      throw wrong("its debug information is too large for this process's memory");
    }
    memoryLeft -= size;
  }

  private void readHeaders() throws IOException {
    byte[] header = read(0, Math.min(HEADER_SIZE, channel.size()));
    boolean isElf =
        header.length == HEADER_SIZE && header[0] == 0x7f && header[1] == 'E' && header[2] == 'L';
    if (!isElf || header[3] != 'F' || header[4] != 2 || header[5] != 1) {
      throw wrong("it is not a little-endian ELF64 file");
    }
    Cursor cursor = Cursor.at("ELF header", header, 40);
    long sectionsAt = cursor.signed64();
    cursor.skip(10);
    int entrySize = cursor.unsigned16();
    int count = cursor.unsigned16();
    int names = cursor.unsigned16();
    if (sectionsAt != 0 && count > 0 && entrySize == SECTION_HEADER_SIZE) {
      readSections(read(sectionsAt, (long) count * SECTION_HEADER_SIZE), count, names);
    }
  }

  private void readSections(byte[] headers, int count, int names) throws IOException {
    Section[] all = new Section[Math.min(count, MOST_SECTIONS)];
    Cursor cursor = Cursor.at("section headers", headers, 0);
    for (int i = 0; i < all.length; i++) {
      int name = (int) cursor.unsigned32();
      int type = (int) cursor.unsigned32();
      long flags = cursor.signed64();
      cursor.skip(8);
      all[i] = new Section(name, type, flags, cursor.signed64(), cursor.signed64());
      cursor.skip(24);
    }
    if (names < all.length) {
      byte[] texts = content(all[names]);
      for (Section section : all) {
        sections.putIfAbsent(nameOf(section, texts), section);
      }
    }
  }

  private static String nameOf(Section section, byte[] texts) throws DebugFormatException {
    return section.name() < 0 || section.name() >= texts.length
        ? ""
        : Cursor.at("section names", texts, section.name()).text();
  }

  /** Whether there is a section of that name with contents. */
  boolean has(String name) {
    Section section = sections.get(name);
    return section != null && section.type() != NO_BITS && section.size() > 0;
  }

  /** Returns the size of a section in the file; 0 if there is no such section. */
  long size(String name) {
    return has(name) ? sections.get(name).size() : 0;
  }

  /** Returns the contents of a section, decompressed; empty if there is no such section. */
  byte[] content(String name) throws IOException {
    return has(name) ? content(sections.get(name)) : new byte[0];
  }

  private byte[] content(Section section) throws IOException {
    if (section.type() == NO_BITS) {
      return new byte[0];
    }
    byte[] bytes = read(section.offset(), section.size());
    return (section.flags() & COMPRESSED) == 0 ? bytes : inflate(bytes);
  }

  private byte[] inflate(byte[] bytes) throws IOException {
    Cursor header = Cursor.at("compressed section", bytes, 0);
    long type = header.unsigned32();
    header.skip(4);
    long size = header.signed64();
    if (type != ZLIB) {
      throw wrong("a section has compression type " + type + ", but only 1 (zlib) can be read");
    }
    if (size < 0) {
      throw wrong("a compressed section has a negative size");
    }
    reserveMemory(size);
    header.skip(8);
    return inflate(bytes, (int) size);
  }

  private byte[] inflate(byte[] bytes, int size) throws DebugFormatException {
    Inflater inflater = new Inflater();
    try {
      inflater.setInput(bytes, COMPRESSION_HEADER_SIZE, bytes.length - COMPRESSION_HEADER_SIZE);
      byte[] inflated = new byte[size];
      int filled = 0;
      while (filled < size) {
        int more = inflater.inflate(inflated, filled, size - filled);
        if (more == 0) {
          throw wrong("a compressed section ends early");
        }
        filled += more;
      }
      return inflated;
    } catch (DataFormatException e) {
      throw wrong("a compressed section cannot be inflated: " + e.getMessage());
    } finally {
      inflater.end();
    }
  }
}
