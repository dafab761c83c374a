package io.flowgauge.parquet;

import com.github.luben.zstd.ZstdOutputStream;
import com.github.luben.zstd.util.Native;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** Zstandard without Hadoop's codecs, which parquet-java would look for. Only compresses. */
final class ZstdCodec implements CompressionCodecFactory {
  private final int level;

  /**
   * Loads its native library.
   *
   * @throws IOException if it cannot be unpacked into the folder for temporary files
   */
  static void load() throws IOException {
    try {
      Native.load();
    } catch (LinkageError e) {
      throw new IOException(
          "the library of Zstandard cannot be loaded from "
              + System.getProperty("java.io.tmpdir")
              + ": "
              + e.getMessage(),
          e);
    }
  }

  /**
   * Creates the codec.
   *
   * @param level 1, fast, to 22, small
   */
  ZstdCodec(int level) {
    this.level = level;
  }

  @Override
  public BytesInputCompressor getCompressor(CompressionCodecName codec) {
    if (codec != CompressionCodecName.ZSTD) {
      throw new IllegalArgumentException("codec must be ZSTD, was " + codec);
    }
    return new Compressor();
  }

  @Override
  public BytesInputDecompressor getDecompressor(CompressionCodecName codec) {
    throw new UnsupportedOperationException("nothing is read");
  }

  @Override
  public void release() {
    // Nothing is held.
  }

  private final class Compressor implements BytesInputCompressor {
    @Override
    public BytesInput compress(BytesInput bytes) throws IOException {
      ByteArrayOutputStream compressed = new ByteArrayOutputStream();
      try (OutputStream to = new ZstdOutputStream(compressed, level)) {
        bytes.writeAllTo(to);
      }
      return BytesInput.from(compressed.toByteArray());
    }

    @Override
    public CompressionCodecName getCodecName() {
      return CompressionCodecName.ZSTD;
    }

    @Override
    public void release() {
      // Nothing is held.
    }
  }
}
